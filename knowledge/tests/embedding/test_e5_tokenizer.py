"""Ids as the package tokenizers gives them, and the places of tokens in texts that normalising changes."""

import json
from pathlib import Path

import pytest
from tokenizers import Regex, models, normalizers, pre_tokenizers
from tokenizers import Tokenizer as Reference

from knowledge.embedding import e5_weights
from knowledge.embedding.e5_tokenizer import END, PAD, START, UNKNOWN, Tokenizer
from knowledge.embedding.e5_weights import Weights

TEXTS: list[str] = json.loads((Path(__file__).parent / "reference_texts.json").read_text())
STRANGE = [
    "Artigo 12.º: a 1.ª proba (½ hora) custa 3 € · 20 m²",
    "decomposed: camio\u0301n, corazo\u0301n, n\u0303, a\u0300",
    "Ｆｕｌｌ　ｗｉｄｔｈ ﬁnal ﬂow ① Ⅳ ㎏ …",
    "no\u00a0break\u2003em\u200bzero\u00adsoft\ufeffbom\u2028line",
    "control\x01\x07characters\x7f\x8f and\ttabs\r\nand lines",
    "    many     spaces   ",
    "한국어 문장 \u1112\u1161\u11ab 日本語 中文 ไทย हिन्दी বাংলা தமிழ் עברית العربية",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 \U000e0001 ☃︎ 👩‍🎓 🏳️‍🌈",
    "▁already▁marked▁",
    "https://www.exemplo.gal/%C3%A1?a=1&b=2#c",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
]


@pytest.fixture(scope="module")
def weights() -> Weights:
    return Weights(e5_weights.path())


@pytest.fixture(scope="module")
def tokenizer(weights: Weights) -> Tokenizer:
    return Tokenizer(weights)


@pytest.fixture(scope="module")
def reference(weights: Weights) -> Reference:
    vocabulary = list(zip(weights.pieces(), weights.scores.tolist(), strict=True))
    made = Reference(models.Unigram(vocabulary, unk_id=UNKNOWN))
    one_space = normalizers.Replace(Regex(" {2,}"), " ")
    made.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), one_space])
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    return made


@pytest.mark.parametrize("text", [*TEXTS, *STRANGE], ids=range(len(TEXTS) + len(STRANGE)))
def test_ids_are_those_of_the_reference(text: str, tokenizer: Tokenizer, reference: Reference) -> None:
    assert tokenizer.ids(text) == reference.encode(text).ids
    encoding = tokenizer.encode(text)
    assert encoding.ids == tokenizer.ids(text)
    assert len(encoding.spans) == len(encoding.ids)
    starts = [start for start, _end in encoding.spans]
    assert starts == sorted(starts)
    assert all(0 <= start <= end <= len(text) for start, end in encoding.spans)


def test_special_tokens_written_in_a_text_are_text(tokenizer: Tokenizer) -> None:
    assert not {START, PAD, END, UNKNOWN} & set(tokenizer.ids("<s> fin </s> <pad> <unk>"))


def test_spans_are_places_of_the_text_as_it_was_written(tokenizer: Tokenizer) -> None:
    text = "¡Préstamo de  libros!"
    pieces = [text[start:end] for start, end in tokenizer.encode(text).spans]
    assert pieces == ["¡", "P", "ré", "sta", "mo", "de", "libros", "!"]
    decomposed = "O camio\u0301n ﬁnal"
    pieces = [decomposed[start:end] for start, end in tokenizer.encode(decomposed).spans]
    assert "".join(pieces) == decomposed.replace(" ", "")


def test_a_text_without_characters_has_no_tokens(tokenizer: Tokenizer) -> None:
    assert tokenizer.ids("") == []
    assert tokenizer.encode("").spans == []


def test_a_token_that_is_a_space_alone_is_an_empty_span(tokenizer: Tokenizer) -> None:
    text = "curso 日"
    spans = tokenizer.encode(text).spans
    assert all(text[start:end] != " " for start, end in spans)
    assert text[slice(*spans[-1])] == "日"
