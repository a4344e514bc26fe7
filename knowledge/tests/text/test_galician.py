import pytest

from knowledge.text.galician import galician_spellings, spanish_spellings, stem
from knowledge.text.terms import fold

INFLECTED = """
anular anulación anulacións anulada
avaliar avaliación avaliada
devolver devolución devolto
inscribirse inscrición inscrita
resolver resolución resolta
abre aberto abrir
matrícula matrículas matricular matriculo matriculei matriculou matriculado matriculada matriculándose
prazo prazos
praza prazas
préstamo préstamos
exame exames
cualificación cualificacións
sesión sesións
avaliación avaliacións
facultade facultades
universidade universidades
actividade actividades
oficial oficiais
persoal persoais
material materiais
papel papeis
hotel hoteis
nivel niveis
español españois
móbil móbiles
civil civís
infantil infantís
estudantil estudantís
profesor profesora profesores profesoras
titor titora titores titoras
reitor reitora reitores
director directora directores
coordinador coordinadora coordinadores
alumno alumna alumnos alumnas
obrigatorio obrigatoria obrigatorios obrigatorias obrigatoriamente
académico académica académicos académicas academicamente
práctico práctica prácticos prácticas
público pública públicos públicas
optativo optativa optativos optativas
primeiro primeira primeiros primeiras
estranxeiro estranxeira estranxeiros estranxeiras
aberto aberta abertos abertas
gratuíto gratuíta gratuítos gratuítas gratuitamente
normal normais normalmente
final finais finalmente
mes meses
vez veces
luz luces
capaz capaces
francés franceses
inglés ingleses
lugar lugares
valor valores
muller mulleres
semestre semestres
libre libres
tren trens
man mans
plan plans
xestión xestións
opinión opinións
razón razóns
imaxe imaxes
viaxe viaxes viaxar viaxo viaxou viaxaron
linguaxe linguaxes
lingua linguas
praia praias
lei leis
rei reis
tese teses
análise análises
base bases
clase clases
curso cursos
grao graos
ano anos
mestrado mestrados
edificio edificios
biblioteca bibliotecas
laboratorio laboratorios
materia materias
guía guías
competencia competencias
requisito requisitos
documento documentos
europeo europea europeos europeas
aprobar aprobo aproba aproban aprobei aprobou aprobaron aprobado aprobada aprobados
suspender suspendo suspende suspenden suspendeu suspenderon suspendido
solicitar solicito solicita solicitan solicitou solicitado solicitando
pagar pago paga pagan paguei pague pagando pagou
publicar publica publican publicou publique publicado
comezar comeza comezan comece comezou comezaron
entregar entrega entregan entregou entregado entregue
devolver devolvo devolve devolven devolveu
renovar renovo renova renovan renovando
presentar presentarse presento presenta presentado presentaron
pedir pido pide piden pediu
repetir repito repite repiten repetiu
abrir abre abren abriu abrindo
pechar pecha pechan pechou pechado
asistir asisto asiste asisten asistiu asistindo
recoñecer recoñece recoñecen recoñecido recoñeceu
traballar traballo traballa traballaban traballaba traballando
reclamar reclamo reclama reclamei reclamando
estudar estudo estuda estudan estudando estudou
consultar consulta consultas consultan consultado
"""
DIFFERENT = """
prazo praza, porto porta, libro libra, curso cursor, caso casa, media medio, nota noite, dato data, conto conta
punto punta, cargo carga, sábado saber, mercado mercar, estado estar, materia material, estudante estudo, taxa taxi
universidade universo, grao gran, centro cento, hora horario, crédito credo, proba probable, persoa persoal
oficina oficial, partido partir, ordinario ordenador, título titor, posto postal, programa programación, lei ler
forma formación, mes mesa, investigador investigación, facultade fácil, planta plano, medida medir
idade idioma, valor valer
real rei, xornada xornal, saída saír
"""
# Galician/Spanish. The rules were revised on the first of every two, and not on the other.
COGNATES = """
abella/abeja agulla/aguja allo/ajo amizade/amistad aparello/aparejo baixo/bajo baixar/bajar beleza/belleza
brando/blando branco/blanco cabalo/caballo caixa/caja caixón/cajón cancións/canciones capacidade/capacidad
carreira/carrera carteira/cartera cego/ciego cen/cien cento/ciento cereixa/cereza certo/cierto chaga/llaga
chama/llama chamada/llamada cheo/lleno chorar/llorar choiva/lluvia coller/coger comúns/comunes
construción/construcción corazóns/corazones coroa/corona corpo/cuerpo corrixir/corregir cousa/cosa cravo/clavo
debuxo/dibujo deixar/dejar dente/diente deserto/desierto deus/dios diferenza/diferencia dificultade/dificultad
dixital/digital dobre/doble doce/dulce dous/dos dúbida/duda eixe/eje enerxía/energía enfermidade/enfermedad
ensaio/ensayo escoitar/escuchar escribiu/escribió escuro/oscuro espello/espejo estratexia/estrategia
estreito/estrecho estrela/estrella exemplo/ejemplo exército/ejército facenda/hacienda facer/hacer fame/hambre
fariña/harina feito/hecho felicidade/felicidad ferro/hierro ferreiro/herrero ferida/herida figueira/higuera
fillo/hijo folla/hoja fondo/hondo forno/horno fume/humo garaxe/garaje goberno/gobierno graza/gracia
herdeiro/heredero herdanza/herencia homenaxe/homenaje imaxe/imagen imaxinación/imaginación inverter/invertir
irmán/hermano irmá/hermana irmáns/hermanos xeado/helado xeneroso/generoso xeral/general xerais/generales
xermánico/germánico xesto/gesto xigante/gigante xogo/juego xoia/joya xornal/jornal xoven/joven
xubilación/jubilación xudicial/judicial xuíz/juez xuízo/juicio xulgar/juzgar xustiza/justicia xuntar/juntar
xuventude/juventud lamber/lamer lealdade/lealdad leite/leche lenzo/lienzo liberdade/libertad lixeiro/ligero
loita/lucha louco/loco lóxica/lógica lúa/luna maior/mayor maioría/mayoría madeira/madera man/mano mans/manos
maneira/manera mellor/mejor mensaxe/mensaje mensaxes/mensajes mestre/maestro milagre/milagro moito/mucho
morte/muerte muller/mujer mulleres/mujeres nacemento/nacimiento necesidade/necesidad nobre/noble
novidade/novedad obxecto/objeto oficiais/oficiales ollo/ojo orella/oreja orixe/origen orixinal/original
ouro/oro outeiro/otero ovella/oveja palla/paja panadaría/panadería papeis/papeles pasaxe/pasaje
pasaxeiro/pasajero pedra/piedra peixe/pez peito/pecho pensamento/pensamiento perna/pierna pobo/pueblo
polbo/pulpo posibilidade/posibilidad posuír/poseer pouco/poco pranto/llanto prata/plata presenza/presencia
privilexio/privilegio propiedade/propiedad protexer/proteger proxección/proyección queixa/queja rede/red
refuxio/refugio relixión/religión relixioso/religioso reloxo/reloj rexión/región rexións/regiones roda/rueda
roubar/robar sangue/sangre saudable/saludable segredo/secreto sentimento/sentimiento sentimentos/sentimientos
serra/sierra servizos/servicios sociedade/sociedad sogro/suegro soidade/soledad sorte/suerte sospeita/sospecha
soño/sueño substitución/sustitución suxeito/sujeto tecido/tejido tella/teja terra/tierra testemuño/testimonio
traballador/trabajador tráxico/trágico trouxo/trajo utilidade/utilidad vantaxe/ventaja vella/vieja vello/viejo
verdade/verdad vergoña/vergüenza vidro/vidrio viúva/viuda vontade/voluntad xefe/jefe zapateiro/zapatero
"""


def _groups(text: str, separator: str | None = None) -> list[list[str]]:
    return [group.split(separator) for group in text.replace(",", "\n").strip().splitlines()]


PAIRS = [(galician, spanish) for galician, spanish in (pair.split("/") for pair in COGNATES.split())]


@pytest.mark.parametrize("forms", _groups(INFLECTED), ids=lambda forms: forms[0])
def test_forms_of_one_word_share_a_stem(forms: list[str]) -> None:
    assert len({stem(fold(form)) for form in forms}) == 1


@pytest.mark.parametrize("pair", _groups(DIFFERENT), ids=" ".join)
def test_different_words_stay_apart(pair: list[str]) -> None:
    one, other = (stem(fold(word)) for word in pair)
    assert one != other


@pytest.mark.parametrize("word", ["", "a", "es", "luz", "ler", "s", "mente", "ando", "eiro", "nos", "ais"])
def test_short_words_keep_something(word: str) -> None:
    assert len(stem(word)) >= min(len(word), 3)


@pytest.mark.parametrize(
    ("galician", "spanish"),
    [
        ("corazóns", "corazones"),
        ("capacidade", "capacidad"),
        ("xuventude", "juventud"),
        ("mensaxe", "mensaje"),
        ("rexión", "región"),
        ("xeral", "general"),
        ("chamada", "llamada"),
        ("facer", "hacer"),
        ("fillo", "hijo"),
        ("traballador", "trabajador"),
        ("ferreiro", "herrero"),
        ("ouro", "oro"),
        ("feito", "hecho"),
        ("oficiais", "oficiales"),
        ("papeis", "papeles"),
        ("sentimento", "sentimiento"),
        ("branco", "blanco"),
        ("panadaría", "panadería"),
        ("maior", "mayor"),
        ("confianza", "confiancia"),
    ],
)
def test_a_rule_at_work(galician: str, spanish: str) -> None:
    assert fold(spanish) in {fold(spelling) for spelling in spanish_spellings(galician)}


def test_most_cognates_are_guessed_in_both_directions() -> None:
    to_spanish = sum(_has(spanish_spellings(galician), spanish) for galician, spanish in PAIRS)
    to_galician = sum(_has(galician_spellings(spanish), galician) for galician, spanish in PAIRS)
    assert len(PAIRS) >= 150
    assert to_spanish / len(PAIRS) >= 0.65
    assert to_galician / len(PAIRS) >= 0.65


def test_wrong_guesses_are_hardly_ever_words() -> None:
    known = {fold(spanish) for _galician, spanish in PAIRS}
    taken = [
        (galician, spelling)
        for galician, spanish in PAIRS
        for spelling in spanish_spellings(galician)
        if fold(spelling) != fold(spanish) and fold(spelling) in known
    ]
    assert len(taken) <= 2


@pytest.mark.parametrize("word", ["biblioteca", "curso", "universitario", "exame", "próximo", "texto"])
def test_few_guesses_and_never_the_word_itself(word: str) -> None:
    for spellings in (spanish_spellings(word), galician_spellings(word)):
        assert len(spellings) <= 3
        assert word not in spellings


def test_case_does_not_matter() -> None:
    assert spanish_spellings("Xestión") == spanish_spellings("xestión")


def _has(spellings: tuple[str, ...], wanted: str) -> bool:
    return fold(wanted) in {fold(spelling) for spelling in spellings}
