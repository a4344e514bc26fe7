from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

# A vector lies whole in its row, and a row in a page of 8 kB.
MAX_DIMENSIONS = 4000


class EmbeddingModel(models.Model):
    """An embedding model whose vectors are kept, or can be; searches use the active one.

    Its vectors carry its name, so what they depend on is never changed on a row that has some.
    """

    class Kind(models.TextChoices):
        LOCAL = "local", _("on this machine")
        ONNX = "onnx", _("ONNX files")
        OPENAI = "openai", _("server with OpenAI's protocol")

    class State(models.TextChoices):
        NEW = "new", _("not built")
        BUILDING = "building", _("being built")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    # Names become part of the names of indexes: short, and no two of them alike there.
    name = models.CharField(
        _("name"),
        max_length=40,
        unique=True,
        validators=[RegexValidator(r"^[A-Za-z0-9-]+\Z", _("Letters, digits and hyphens only."))],
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.OPENAI)
    remote_model = models.CharField(
        _("model"), max_length=200, blank=True, help_text=_("As the server calls it, for example bge-m3.")
    )
    # No URLField: that takes no names of one word, as machines have within their network.
    base_url = models.CharField(
        _("address of the server"),
        max_length=200,
        blank=True,
        validators=[RegexValidator(r"^https?://[^\s/]+\S*\Z", _("An address that begins with http:// or https://."))],
        help_text=_("For example http://localhost:11434/v1; empty for OpenAI's own."),
    )
    api_key_variable = models.CharField(
        _("variable with the key"),
        max_length=60,
        blank=True,
        validators=[RegexValidator(r"^[A-Z][A-Z0-9_]*_API_KEY\Z", _("A name in capitals that ends in _API_KEY."))],
        help_text=_("The environment variable that holds the server's key; the key itself is stored nowhere."),
    )
    dimensions = models.PositiveIntegerField(
        _("dimensions"), validators=[MinValueValidator(1), MaxValueValidator(MAX_DIMENSIONS)]
    )
    window = models.PositiveIntegerField(
        _("window (tokens)"),
        default=512,
        validators=[MinValueValidator(32)],
        help_text=_("How much of a text the model reads; what is beyond is not sent."),
    )
    is_active = models.BooleanField(_("active"), default=False, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.NEW, editable=False)
    progress = models.PositiveSmallIntegerField(_("progress"), default=0, editable=False, help_text=_("percent"))
    error = models.TextField(_("error"), blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        verbose_name = _("embedding model")
        verbose_name_plural = _("embedding models")
        constraints = [
            models.UniqueConstraint(fields=["is_active"], condition=Q(is_active=True), name="one_active_model"),
            models.UniqueConstraint(Lower("name"), name="one_model_per_name"),
            models.CheckConstraint(
                condition=Q(kind="local") | Q(remote_model__gt=""), name="remote_models_say_what_to_ask_for"
            ),
        ]

    def __str__(self) -> str:
        return self.name
