"""What workers do for the knowledge base."""

from celery import shared_task


@shared_task
def index_documents(document_ids: list[int]) -> None:
    from knowledge.ingestion import pipeline

    pipeline.index_group(document_ids)
