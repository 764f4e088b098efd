"""What the hall says on its walls, one table a language.

Not responsible for the screens' own words (``displays.words``), nor for what the locutor reads aloud, which
is Spanish.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class ScreenTexts:
    """The sentences of one language; names in braces are filled in.

    Attributes:
        language: Which one, e.g. "es".
        thousands: What separates thousands.
        decimals: What separates the minor unit.
        condition: What wins a progressive, and its share.
        passed: The same of one whose last ball has passed in this game.
        next_time: The same of one that has been won in this game.
        called_by: That another hall draws the balls, and how long the line to it takes once that is known.
        out: The headline where this hall is out of that game.
        out_notice: Why, and that the cards are refunded.
        caller_lost: That the hall that draws is not heard; the next three: that it plays without this one,
            that it has ended its game, that its balls do not fit.
        hall_claim: That somebody has sung in a hall that follows the draw.
        linked_asked: What is said of a linked jackpot while the head office is asked.
        linked_shown: The same of one that is played for, with the office's hour in UTC.
        linked_absent: The same of one that the game is played without.
        linked_pending: The same of one that is won and whose amount the office has not reserved yet.
        linked_won: The same of one whose amount is reserved.
        linked_lapsed: The same of one that was won, and the office did not answer in time.
        odds: With which ball one card has a combination, in the mean (D19).
        of_prizes: A share that is of what goes to prizes.
        instead: What wins the prize that is paid in a progressive's place.
        kept: Where that prize went once the progressive was won.
        so_far: What the cards sold so far make of a prize, and its share of the sales.
        shouts: What the wall shouts at a good line, and at a good bingo.
        shout: The same of any other prize.
        playing: What is still to be won, where the rule set lists prizes of its own.
        any_other: What the room is asked of such a prize.
        all_prizes: What all prizes of the game come to.
        each_prize: A prize and what it comes to, as it is read aloud.
        look: What players hear before the draw.
        game: The game, before the announcement of its sale.
        root: The seal of the sold cards, as it is read aloud.
        wait: What is read where a failure comes before the first ball.
        refunded: What is read of a void game.
    """

    language: str
    thousands: str
    decimals: str
    line: str
    bingo: str
    so_far: str
    shouts: tuple[str, str]
    shout: str
    per_cent: str
    condition: str
    passed: str
    next_time: str
    called_by: str
    out: str
    out_notice: str
    caller_lost: str
    caller_without: str
    caller_ended: str
    caller_changed: str
    hall_claim: str
    linked_asked: str
    linked_shown: str
    linked_absent: str
    linked_pending: str
    linked_won: str
    linked_lapsed: str
    of_prizes: str
    odds: str
    instead: str
    kept: str
    card: str
    cards: str
    closed: str
    thanks: str
    pause: str
    pause_notice: str
    pause_lines: tuple[str, ...]
    preparing: str
    preparing_notice: str
    minimum: str
    between: str
    last: str
    next_game: str
    ordinary: str
    balls: str
    last_line: str
    sale: str
    sale_notice: str
    payments: tuple[tuple[str, str], ...]
    buy_now: str
    announced: str
    sold: str
    all_prizes: str
    each_prize: str
    look: str
    game: str
    root: str
    wait: str
    refunded: str
    sold_part: str
    and_: str
    draw: str
    playing_line: str
    playing_bingo: str
    playing: str
    finished: str
    finished_notice: str
    void: str
    void_notice: str
    void_lines: tuple[str, ...]
    signed: str
    signed_notice: str
    sung: str
    checking: str
    verdict: str
    good: str
    bad: str
    any_line: str
    any_bingo: str
    any_other: str
    sing_now: str
    rules: tuple[str, ...]
    complaint: str
    no_camera: str

    def money(self, minor: int, currency: str) -> str:
        """Return an amount of minor units as people read it, e.g. "Bs 1.234,50"."""
        sign, minor = ("-", -minor) if minor < 0 else ("", minor)
        whole = f"{minor // 100:,}".replace(",", self.thousands)
        return f"{currency} {sign}{whole}{self.decimals}{minor % 100:02d}"

    def percent(self, basis_points: int) -> str:
        """Return a share as people read it, e.g. "0,25 %"."""
        return f"{basis_points / 100:g}".replace(".", self.decimals) + self.per_cent


SPANISH: Final = ScreenTexts(
    language="es",
    thousands=".",
    decimals=",",
    line="LÍNEA",
    bingo="BINGO",
    so_far="hasta ahora · {share} de lo vendido",
    shouts=("¡LÍNEA!", "¡BINGO!"),
    shout="¡{claim}!",
    per_cent=" %",
    condition="{claim} hasta la bola {balls} · {share}",
    passed="ya no: pasó la bola {balls} · {share}",
    next_time="próxima: {claim} hasta la bola {balls} · {share}",
    called_by="Llama {hall}{delay}. ",
    out="FUERA DE LA PARTIDA",
    out_notice="{why}. Guarde sus cartones: se devuelve su precio",
    caller_lost="Se perdió la conexión con {hall}",
    caller_without="En {hall} se juega sin esta sala",
    caller_ended="En {hall} terminó la partida",
    caller_changed="No cuadran las bolas de {hall}",
    hall_claim="Han cantado en {halls}",
    linked_asked="se pregunta a la oficina",
    linked_shown="{condition} · {hour} UTC",
    linked_absent="no en esta partida: sin conexión",
    linked_pending="ganado: pendiente de la oficina",
    linked_won="ganado: reservado a las {hour} UTC",
    linked_lapsed="la oficina no respondió",
    of_prizes="{share} de premios",
    odds="un cartón: de media, con la bola {ball}",
    instead="{claim} pasada la bola {balls}",
    kept="va a {progressive}",
    card="cartón {cards}",
    cards="cartones {cards}",
    closed="SALA CERRADA",
    thanks="Gracias por su visita.",
    pause="PAUSA TÉCNICA",
    pause_notice="La partida continuará en el punto en que está",
    pause_lines=(
        "Conserve sus cartones: las bolas cantadas valen.",
        "No sale ninguna bola hasta que el jefe de mesa anuncie que se continúa.",
    ),
    preparing="PREPARANDO LA SESIÓN",
    preparing_notice="Comprobación del material y recuento de bolas",
    minimum="Hoy las partidas comienzan desde {cards} cartones vendidos.",
    between="ENTRE PARTIDAS",
    last="ÚLTIMO JUEGO",
    next_game="La próxima es la partida {game}. La venta se anuncia a la sala",
    ordinary="partida normal",
    balls="{balls} bolas",
    last_line="El próximo juego es el último de la sesión.",
    sale="VENTA DE CARTONES",
    sale_notice="Se vende la serie {series}, de {size} cartones, a {price} cada uno. "
    "Los premios se pagan en {payment}.",
    payments=(),
    buy_now="Compre a tiempo: la venta, una vez cerrada, no se abre de nuevo.",
    announced="VENTA CERRADA",
    sold="Cartones vendidos {cards}, {parts}.",
    all_prizes="En premios, {amount}.",
    each_prize="{prize}: {amount}.",
    look="Compruebe que sus cartones son de esta serie y están entre estos números.",
    game="Partida {game}.",
    root="Huella de los cartones vendidos: {words}.",
    wait="Hay una avería antes de la primera bola. Si no se resuelve en {most}, se anula la partida y se "
    "devuelve el valor de los cartones.",
    refunded="Partida anulada: se devuelven {amount}.",
    sold_part="de la serie {series} del número {first} al {last}",
    and_=" y ",
    draw="SORTEO EN CURSO",
    playing_line="Se juega la línea",
    playing_bingo="Se juega el bingo",
    playing="Se juega: {prizes}",
    finished="PARTIDA FINALIZADA",
    finished_notice="Pago de premios. Conserve su cartón premiado",
    void="PARTIDA ANULADA",
    void_notice="La caja devuelve {price} por cada cartón que entregue, antes de la próxima partida",
    void_lines=(
        "La caja devuelve {price} por cada cartón que entregue.",
        "Cobre antes de que empiece la venta de la próxima partida.",
    ),
    signed="PARTIDA CERRADA",
    signed_notice="Entregue sus cartones jugados",
    sung="HAN CANTADO {claim}",
    checking="Se comprueba el cartón",
    verdict="El cartón {card} {verdict}",
    good="es correcto",
    bad="no es correcto",
    any_line="¿ALGUNA LÍNEA MÁS?",
    any_bingo="¿ALGÚN BINGO MÁS?",
    any_other="¿ALGUIEN MÁS: {claim}?",
    sing_now="Cante ahora: después se pierde el derecho a reclamar",
    rules=(
        "La línea son los cinco números de una fila; el bingo, los quince números del cartón.",
        "Cante en voz alta y en el momento: después de la bola siguiente se pierde el derecho a reclamar.",
        "Una bola vale cuando el locutor la canta.",
        "Solo valen los cartones vendidos en la partida, enteros y legibles.",
        "Entre varios ganadores el premio se reparte en partes iguales.",
    ),
    complaint="Pida el libro de reclamaciones al jefe de mesa: se anota y se resuelve ante usted.",
    no_camera="Sin cámara conectada a esta pantalla",
)

PORTUGUESE: Final = ScreenTexts(
    language="pt",
    thousands=".",
    decimals=",",
    line="LINHA",
    bingo="BINGO",
    so_far="até agora · {share} das vendas",
    shouts=("LINHA!", "BINGO!"),
    shout="{claim}!",
    per_cent=" %",
    condition="{claim} até à bola {balls} · {share}",
    passed="já não: passou a bola {balls} · {share}",
    next_time="próxima: {claim} até à bola {balls} · {share}",
    called_by="Chama {hall}{delay}. ",
    out="FORA DA PARTIDA",
    out_notice="{why}. Guarde os seus cartões: devolve-se o preço",
    caller_lost="Perdeu-se a ligação com {hall}",
    caller_without="Em {hall} joga-se sem esta sala",
    caller_ended="Em {hall} terminou a partida",
    caller_changed="Não batem certo as bolas de {hall}",
    hall_claim="Cantaram em {halls}",
    linked_asked="pergunta-se à central",
    linked_shown="{condition} · {hour} UTC",
    linked_absent="não nesta jogada: sem ligação",
    linked_pending="ganho: pendente da central",
    linked_won="ganho: reservado às {hour} UTC",
    linked_lapsed="a central não respondeu",
    of_prizes="{share} dos prémios",
    odds="um cartão: em média, com a bola {ball}",
    instead="{claim} depois da bola {balls}",
    kept="vai para {progressive}",
    card="cartão {cards}",
    cards="cartões {cards}",
    closed="SALA FECHADA",
    thanks="Obrigado pela sua visita.",
    pause="PAUSA TÉCNICA",
    pause_notice="A partida continuará no ponto em que está",
    pause_lines=(
        "Guarde os seus cartões: as bolas cantadas valem.",
        "Não sai nenhuma bola até o chefe de mesa anunciar que se continua.",
    ),
    preparing="A PREPARAR A SESSÃO",
    preparing_notice="Verificação do material e contagem das bolas",
    minimum="Hoje as partidas começam a partir de {cards} cartões vendidos.",
    between="ENTRE PARTIDAS",
    last="ÚLTIMO JOGO",
    next_game="A próxima é a partida {game}. A venda é anunciada à sala",
    ordinary="partida normal",
    balls="{balls} bolas",
    last_line="O próximo jogo é o último da sessão.",
    sale="VENDA DE CARTÕES",
    sale_notice="Vende-se a série {series}, de {size} cartões, a {price} cada um. "
    "Os prémios pagam-se em {payment}.",
    payments=(("fichas de juego", "fichas de jogo"), ("dinero", "dinheiro"), ("especie", "géneros")),
    buy_now="Compre a tempo: a venda, uma vez fechada, não volta a abrir.",
    announced="VENDA FECHADA",
    sold="Cartões vendidos {cards}, {parts}.",
    all_prizes="Em prémios, {amount}.",
    each_prize="{prize}: {amount}.",
    look="Verifique que os seus cartões são desta série e estão entre estes números.",
    game="Partida {game}.",
    root="Marca dos cartões vendidos: {words}.",
    wait="Há uma avaria antes da primeira bola. Se não se resolver em {most}, a partida é anulada e "
    "devolve-se o valor dos cartões.",
    refunded="Partida anulada: devolvem-se {amount}.",
    sold_part="da série {series} do número {first} ao {last}",
    and_=" e ",
    draw="SORTEIO EM CURSO",
    playing_line="Joga-se a linha",
    playing_bingo="Joga-se o bingo",
    playing="Joga-se: {prizes}",
    finished="PARTIDA TERMINADA",
    finished_notice="Pagamento de prémios. Guarde o seu cartão premiado",
    void="PARTIDA ANULADA",
    void_notice="A caixa devolve {price} por cada cartão entregue, antes da próxima partida",
    void_lines=(
        "A caixa devolve {price} por cada cartão entregue.",
        "Receba antes de começar a venda da próxima partida.",
    ),
    signed="PARTIDA FECHADA",
    signed_notice="Entregue os seus cartões jogados",
    sung="CANTARAM {claim}",
    checking="Verifica-se o cartão",
    verdict="O cartão {card} {verdict}",
    good="é válido",
    bad="não é válido",
    any_line="MAIS ALGUMA LINHA?",
    any_bingo="MAIS ALGUM BINGO?",
    any_other="MAIS ALGUÉM: {claim}?",
    sing_now="Cante agora: depois perde-se o direito a reclamar",
    rules=(
        "A linha são os cinco números de uma fila; o bingo, os quinze números do cartão.",
        "Cante em voz alta e no momento: depois da bola seguinte perde-se o direito a reclamar.",
        "Uma bola vale quando o locutor a canta.",
        "Só valem os cartões vendidos na partida, inteiros e legíveis.",
        "Entre vários vencedores o prémio reparte-se em partes iguais.",
    ),
    complaint="Peça o livro de reclamações ao chefe de mesa: regista-se e resolve-se na sua presença.",
    no_camera="Sem câmara ligada a este ecrã",
)

ENGLISH: Final = ScreenTexts(
    language="en",
    thousands=",",
    decimals=".",
    line="LINE",
    bingo="BINGO",
    so_far="so far · {share} of the sales",
    shouts=("LINE!", "BINGO!"),
    shout="{claim}!",
    per_cent="%",
    condition="{claim} by ball {balls} · {share}",
    passed="too late: ball {balls} passed · {share}",
    next_time="next game: {claim} by ball {balls} · {share}",
    called_by="The caller is {hall}{delay}. ",
    out="OUT OF THE GAME",
    out_notice="{why}. Keep your cards: their price is refunded",
    caller_lost="The connection to {hall} is lost",
    caller_without="In {hall} they play without this hall",
    caller_ended="In {hall} the game has ended",
    caller_changed="The balls of {hall} do not fit",
    hall_claim="Somebody has sung in {halls}",
    linked_asked="asking the office",
    linked_shown="{condition} · {hour} UTC",
    linked_absent="not in this game: no connection",
    linked_pending="won: pending at the office",
    linked_won="won: reserved at {hour} UTC",
    linked_lapsed="the office did not answer",
    of_prizes="{share} of prizes",
    odds="one card: with ball {ball} in the mean",
    instead="{claim} after ball {balls}",
    kept="goes into {progressive}",
    card="card {cards}",
    cards="cards {cards}",
    closed="HALL CLOSED",
    thanks="Thank you for your visit.",
    pause="TECHNICAL PAUSE",
    pause_notice="The game will go on from where it stands",
    pause_lines=(
        "Keep your cards: the balls called so far count.",
        "No ball comes out until the floor manager says that play goes on.",
    ),
    preparing="PREPARING THE SESSION",
    preparing_notice="The equipment is checked and the balls are counted",
    minimum="Today games start from {cards} cards sold.",
    between="BETWEEN GAMES",
    last="LAST GAME",
    next_game="Next is game {game}. Its sale will be announced to the room",
    ordinary="ordinary game",
    balls="{balls} balls",
    last_line="The next game is the last of the session.",
    sale="CARDS ON SALE",
    sale_notice="On sale: series {series}, of {size} cards, at {price} each. Prizes are paid in {payment}.",
    payments=(("fichas de juego", "playing chips"), ("dinero", "money"), ("especie", "goods")),
    buy_now="Buy in time: once closed, the sale does not open again.",
    announced="SALE CLOSED",
    sold="Cards sold {cards}, {parts}.",
    all_prizes="All prizes come to {amount}.",
    each_prize="{prize}: {amount}.",
    look="Check that your cards are of this series and between these numbers.",
    game="Game {game}.",
    root="Seal of the cards sold: {words}.",
    wait="There is a failure before the first ball. If it is not mended within {most}, the game is void and "
    "cards are refunded.",
    refunded="The game is void: {amount} are refunded.",
    sold_part="of series {series} from number {first} to {last}",
    and_=" and ",
    draw="DRAW IN PROGRESS",
    playing_line="Playing for the line",
    playing_bingo="Playing for bingo",
    playing="Playing for: {prizes}",
    finished="GAME OVER",
    finished_notice="Prizes are being paid. Keep your winning card",
    void="GAME VOID",
    void_notice="The cash desk refunds {price} for each card handed in, before the next game",
    void_lines=(
        "The cash desk refunds {price} for each card handed in.",
        "Collect it before the sale of the next game begins.",
    ),
    signed="GAME CLOSED",
    signed_notice="Please hand in the cards you played",
    sung="{claim} CLAIMED",
    checking="The card is being checked",
    verdict="Card {card} {verdict}",
    good="is good",
    bad="is not good",
    any_line="ANY MORE LINES?",
    any_bingo="ANY MORE BINGOS?",
    any_other="ANY MORE: {claim}?",
    sing_now="Claim now: afterwards the right to claim is lost",
    rules=(
        "A line is the five numbers of one row; bingo is all fifteen numbers of the card.",
        "Claim aloud and at once: after the next ball the right to claim is lost.",
        "A ball counts when the caller calls it.",
        "Only cards sold for this game count, whole and legible.",
        "Several winners share the prize in equal parts.",
    ),
    complaint="Ask the floor manager for the complaints book: it is noted and settled in your presence.",
    no_camera="No camera connected to this screen",
)

LANGUAGES: Final = {"es": SPANISH, "pt": PORTUGUESE, "en": ENGLISH}
