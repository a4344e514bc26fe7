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


@shared_task
def make_corpus_report(report_id: int) -> None:
    from knowledge.corpus import report
    from knowledge.models import CorpusReport

    asked = CorpusReport.objects.filter(pk=report_id, asked_at__isnull=False).first()
    if asked is not None:
        report.make(asked)


@shared_task
def crawl(run_id: int, ticket: int) -> None:
    from knowledge.crawling import runs, working
    from knowledge.models import CrawlRun

    run = CrawlRun.objects.filter(pk=run_id, ticket=ticket, state=CrawlRun.State.RUNNING).first()
    if run is not None and working.work(run_id) is working.Rest.NOW:
        runs.enqueue(run)


@shared_task
def tend_crawls() -> None:
    from knowledge.models import WebSource

    # Every half minute: where no website is read, a worker does without what reads them.
    if WebSource.objects.exists():
        from knowledge.crawling import runs

        runs.tend()


@shared_task
def warn_of_expiry() -> None:
    from knowledge.versions import expiry

    expiry.warn()


@shared_task
def propose_replacements() -> None:
    from knowledge.versions import replacements

    replacements.propose_all()


@shared_task
def tell_followers() -> None:
    from knowledge.following import mails

    mails.send()
