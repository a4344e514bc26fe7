from evaluation.admin.case import CaseAdmin
from evaluation.admin.dataset import DatasetAdmin
from evaluation.admin.run import RunAdmin

__all__ = ["CaseAdmin", "DatasetAdmin", "RunAdmin"]
