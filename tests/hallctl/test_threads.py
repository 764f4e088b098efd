"""The hall computes with the threads that it has: no library starts some of its own behind it."""

import subprocess
import sys

COUNTED = """
import hallctl
import os, cv2, numpy as np
large = np.ones((500, 500), np.float32)
large @ large
cv2.gemm(large, large, 1, None, 0)
print(len(os.listdir("/proc/self/task")))
"""


def test_products_of_large_matrices_take_no_thread_but_the_one_that_asks(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    counted = subprocess.run([sys.executable, "-c", COUNTED], capture_output=True, text=True, check=True)
    assert counted.stdout.split() == ["1"]
