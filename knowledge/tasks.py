"""What workers do for the knowledge base."""

from celery import shared_task


@shared_task
def index_documents(document_ids: list[int]) -> None:
    from knowledge.ingestion import lanes

    lanes.index(document_ids)


@shared_task
def build_embeddings(model_id: int) -> None:
    from knowledge.embedding import building

    if not building.build(model_id, building.SLICE_SECONDS):
        build_embeddings.delay(model_id)
