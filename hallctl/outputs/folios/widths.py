"""How wide each character may be on a folio, in hundredths of the size of the type.

What Libertinus Serif has of Latin, Greek and Cyrillic stands here by measure, rounded up; everything else has
a bound by its kind, for which font of which machine sets it is not known when folios are counted. ``fonts``
refuses what is wider. Not responsible for where lines are broken.
"""

import unicodedata
from functools import lru_cache
from typing import Final

_BY_WIDTH: Final = {
    6: "⁄",
    21: "'|͵",
    25: " ",
    24: ",.:;¦ʹ;΄․‧",
    27: "l°·ĺļŀł·ϳḷḹḻḽ‘’‚‛′‵",
    30: "!()I\\ij{}¡ÌÍÎÏìíîïĨĩĪīĬĭĮįİıĵľſͿΐΙΪίιϊІЇіїјӀḬḭḮḯẛẜẝỈỉỊị‖",
    33: "/Jftª²³¹Ĵţŧḟṫṭṯṱẗ⁃",
    36: '"-[]´ºͺӏ‐‑•',
    39: "*rs¨ŕŗřśŝşšťͱ΅ΊЈѕṙṛṝṟṡṣṥṧṩ“”„‟‣″‶‹›⁁",
    42: "`¯έεϛгѓѯґғӡ‸",
    45: "?cez~¿çèéêëćĉċčēĕėęěźżžͰͻͼͽζξςτϝϲϵ϶езстѐёєҙҫҭӗәӛӟӷӻḉḕḗḙḛḝẑẓẕẹẻẽếềểễệ‒‥‽‾",
    48: "#$0123456789a¢£¤¥§àáâãäåāăąνϱавьэѳҟҳӑӓӭḁạảấầẩẫậắằẳẵặ‼₢₣₤€₱₹",
    51: (
        "FS_bdgoqvxðòóôõöøþđĝğġģōŏőŚŜŞŠΓΰγδθκμουχϋόύϐϗϙϚϜϡϰЃЅГбкохяќҁҐҒқӧөӫԑḃḅḇḋḍḏḑḓḞḡṍṏṑ"
        "ṓṠṢṤṦṨṽṿẋẍọỏốồổỗộớờởỡợ‗‴‷₫"
    ),
    54: (
        "L^hkpuyµÞùúûüýÿďĥħķĸĹĻĽĿŁŋũūŭůűųŷήβηλρϞϟϯϸдлручўѣѵѷҍҏҕҷҹҽӄӌӯӱӳӵӶӺӿԇԟḣḥḧḩḫḱḳḵḶḸḺḼ"
        "ṕṗṳṵṷṹṻẏẖẙẟụủứừửữựỳỵỷỹ"
    ),
    57: ("+<=>EPn«±¸»ÈÉÊË×ßñ÷ĒĔĖĘĚĳńņňŉΕΡάαπσϑϒϔЀЁЕЗРЬъђћџѮҎҘҝҡңҩҬһҿӈӊӖӞӽḔḖḘḚḜṅṇṉṋṔṖẚẸẺẼẾỀỂỄỆ–₴₸₿"),
    60: ("BRTY¬ÝĲŔŖŘŢŤŦŶŸΒΣΤΥΫφϕϹϻϽϾϿЎБВТУЯийнпцѝҔҮүҰұӆӣӥӮӰӲӾԐԓԭԯḂḄḆṘṚṜṞṪṬṮṰẎỲỴỶỸ†‡※₠₡₦₭₮₰₺₽"),
    63: "Z¶ŹŻŽΖψϏϧϩϫϭϮϷϼЄЌКЭ҂ҚҜҞӃӠӬԀԁԛԞԩẐẒẔ‿⁀⁂₳₶",
    66: "%CKVX¼½¾ÇĆĈĊČĶͲͳͷΈΔΚΛΞΦΧωώϓϥДЛСХЧфѧѱѻҀҋҪҲҶҸҺӋӘӚӴӼԆԍԏԥԧḈḰḲḴṼṾẊẌ₵",
    69: "GUÙÚÛÜæĜĞĠĢŊŨŪŬŮŰŲΎΠΨϨПФЦмљѡѥѰѴѶѽѿҨӕḠṲṴṶṸṺỤỦỨỪỬỮỰ₩",
    72: (
        "&ADNOQ©®ÀÁÂÃÄÅÐÑÒÓÔÕÖØĀĂĄĎĐŃŅŇŌŎŐΆΏΑΘΝΟΩϖϘϬϴЍЏАИЙОжѢѲҌҗҢӂӅӇӐӒӝӢӤӦӨӪԎԒԬԮḀḊḌḎḐḒṄṆṈ"
        "ṊṌṎṐṒẞẠẢẤẦẨẪẬẮẰẲẴẶỌỎỐỒỔỖỘỚỜỞỠỢ"
    ),
    75: "HwĤĦŵΌΗЂНЪыюњҥҵӉӹԤԦԨḢḤḦḨḪẁẃẅẇẉẘ—…₲₷",
    78: "œͶϤϪЋҠӎԌ₾",
    81: "mΉϠϦЫѫҊҧҼҾӸԅԕԖԚԝḿṁṃ₨₪₻₼",
    84: "MΜϣМѺԗԡḾṀṂ",
    87: "ÆŒшщѤѦҴӔԉ",
    90: "@ЉЖҖҤӁӜԃԙԣ",
    93: "ϺЊЮѪӍԂԄԋԘԜ―‰₧",
    96: "WŴϢѠѩѼѾԔẀẂẄẆẈ₥",
    99: "ШЩҦԈ",
    110: "ѭѹԊԠԢ₯",
    120: "Ѩԫ",
    130: "ѬѸ‱",
    150: "Ԫ",
}
_MEASURED: Final = {sign: width for width, signs in _BY_WIDTH.items() for sign in signs}
_SILENT: Final = frozenset("\u200b\u200c\u200d\u200e\u200f\u2060") | set(map(chr, range(0xFE00, 0xFE10)))
_BLOCKS: Final = (
    (range(0x0530, 0x0590), 120),  # Armenian
    (range(0x0590, 0x0600), 90),  # Hebrew
    (range(0x0600, 0x0700), 130),  # Arabic
    (range(0x0900, 0x0980), 110),  # Devanagari
    (range(0x10A0, 0x1100), 110),  # Georgian
    (range(0x3040, 0x3100), 105),  # kana
    (range(0x3400, 0xA000), 105),  # Chinese characters
    (range(0xAC00, 0xD7B0), 105),  # Hangul
    (range(0x20000, 0x32000), 105),  # Chinese characters
)
_MARK: Final = 60
_WIDEST: Final = 160
"""Emoji, symbols, and all other writing; ``fonts.reading.WIDEST_EM`` is the same."""


@lru_cache(maxsize=4096)
def hundredths(sign: str) -> int:
    """Return the most that a character may be wide."""
    found = _MEASURED.get(sign)
    if found is not None:
        return found
    if sign in _SILENT:
        return 0
    if unicodedata.category(sign) == "Mn":
        return _MARK
    return next((width for block, width in _BLOCKS if ord(sign) in block), _WIDEST)
