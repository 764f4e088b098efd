"""The commands of ``hallctl``, one module or package each."""
