from knowledge.embedding import minilm_graph, weights


def test_the_committed_graph_is_a_fresh_build() -> None:
    stored = minilm_graph.stored_tensors(weights.folder() / weights.FILE)
    fresh = minilm_graph.build(stored)
    assert fresh == minilm_graph.GRAPH_FILE.read_bytes(), "run python -m knowledge.embedding.minilm_graph and commit"
