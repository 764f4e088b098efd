import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallctl.minutes.tree import (
    EMPTY_ROOT,
    Frontier,
    ProofError,
    Tree,
    consistent,
    included,
    leaf_hash,
    node_hash,
)

# The eight leaves and the roots that the reference implementations of RFC 6962 are tested with.
LEAVES = [bytes.fromhex(x) for x in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657")]
LEAVES.append(bytes.fromhex("606162636465666768696a6b6c6d6e6f"))
ROOTS = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)


def grown(leaves: list[bytes]) -> tuple[Tree, Frontier]:
    tree, frontier = Tree(), Frontier()
    for leaf in leaves:
        tree.add(leaf_hash(leaf))
        frontier.add(leaf_hash(leaf))
    return tree, frontier


def by_definition(leaves: list[bytes]) -> bytes:
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    halves = by_definition(leaves[:split]), by_definition(leaves[split:])
    return hashlib.sha256(b"\x01" + halves[0] + halves[1]).digest()


def test_the_roots_are_those_of_the_reference_vectors() -> None:
    for size, root in enumerate(ROOTS, 1):
        tree, frontier = grown(LEAVES[:size])
        assert tree.root().hex() == frontier.root().hex() == root
    assert Tree().root() == Frontier().root() == EMPTY_ROOT


@given(st.lists(st.binary(max_size=4), max_size=70))
def test_both_trees_have_the_root_of_the_definition_at_every_size(leaves: list[bytes]) -> None:
    tree, frontier = grown(leaves)
    assert tree.root() == frontier.root() == by_definition(leaves)
    for size in range(len(leaves) + 1):
        assert tree.root(size) == by_definition(leaves[:size])


@given(st.integers(1, 70), st.data())
def test_inclusion_is_proved_for_every_leaf_and_for_no_other_place_or_leaf(
    size: int, data: st.DataObject
) -> None:
    leaves = [bytes([n]) for n in range(size)]
    tree, _ = grown(leaves)
    index = data.draw(st.integers(0, size - 1))
    proof, root, leaf = tree.inclusion(index, size), tree.root(), leaf_hash(leaves[index])
    assert included(leaf, index, size, proof, root)
    other = data.draw(st.integers(0, size).filter(lambda n: n != index))
    assert not included(leaf, other, size, proof, root)
    assert not included(leaf_hash(b"another"), index, size, proof, root)
    assert not included(leaf, index, size, [*proof, leaf], root)
    if proof:
        assert not included(leaf, index, size, proof[:-1], root)


@given(st.integers(0, 70), st.data())
def test_consistency_is_proved_with_every_older_tree_and_with_no_forked_one(
    size: int, data: st.DataObject
) -> None:
    leaves = [bytes([n]) for n in range(size)]
    tree, _ = grown(leaves)
    old = data.draw(st.integers(0, size))
    proof = tree.consistency(old, size)
    assert consistent(old, tree.root(old), size, tree.root(), proof)
    assert not consistent(size + 1, tree.root(), size, tree.root(), proof)
    if old > 0:
        fork, _ = grown([*leaves[: old - 1], b"fork"])
        assert not consistent(old, fork.root(), size, tree.root(), proof)
    if proof:
        at = data.draw(st.integers(0, len(proof) - 1))
        assert not consistent(old, tree.root(old), size, tree.root(), [*proof[:at], *proof[at + 1 :]])
        wrong = [*proof[:at], node_hash(proof[at], proof[at]), *proof[at + 1 :]]
        assert not consistent(old, tree.root(old), size, tree.root(), wrong)


def test_a_tree_is_taken_up_from_its_peaks() -> None:
    _, frontier = grown(LEAVES[:5])
    taken_up = Frontier(frontier.size, frontier.peaks)
    other = frontier.copy()
    for leaf in LEAVES[5:]:
        taken_up.add(leaf_hash(leaf))
    assert taken_up.root().hex() == ROOTS[7]
    assert other.root().hex() == ROOTS[4]
    with pytest.raises(ValueError, match="peaks"):
        Frontier(5, frontier.peaks[:1])


def test_what_is_beyond_the_tree_is_refused() -> None:
    tree, _ = grown(LEAVES)
    with pytest.raises(ProofError):
        tree.root(9)
    with pytest.raises(ProofError):
        tree.inclusion(8, 8)
    with pytest.raises(ProofError):
        tree.consistency(8, 7)
