"""Function words of the three languages, folded: they say nothing of what a passage is about."""

GALICIAN = """
a as o os un unha uns unhas de do da dos das en no na nos nas ao aos a polo pola polos polas por para con sen
sobre e ou nin que quen cal cales cando como onde canto canta cantos cantas se non si xa mais pero porque pois
ser e son era ten teñen ter ha hai haber foi foron estar esta estan este estes estas isto ese esa iso aquel
aquela aquilo eu ti el ela nos vos eles elas me te lle lles se meu mina teu tua seu sua seus suas moi tamen
ata desde entre cada todo toda todos todas outro outra outros outras dun dunha nun nunha deste desta neste
nesta pode poden podo debo debe tes teno
"""

SPANISH = """
el la los las un una unos unas de del a al en por para con sin sobre y e o u ni que quien quienes cual cuales
cuando como donde cuanto cuanta cuantos cuantas si no ya mas pero porque pues ser es son era fue fueron tiene
tienen tener ha han hay haber estar esta estan este estos estas esto ese esa eso aquel aquella yo tu el ella
nosotros vosotros ellos ellas me te le les se lo mi mis tu tus su sus muy tambien hasta desde entre cada todo
toda todos todas otro otra otros otras puede pueden puedo debo debe tengo
"""

ENGLISH = """
a an the of to in on at by for with without from into about and or nor but if then than that this these those
there here who whom whose which what when where why how is are was were be been being am do does did have has
had can could may might must shall should will would i you he she it we they me him her us them my your his
its our their not no as so such also any each all some other
"""


def _fold(words: str) -> frozenset[str]:
    return frozenset(words.replace("ñ", "n").split())


STOPWORDS = _fold(GALICIAN) | _fold(SPANISH) | _fold(ENGLISH)
