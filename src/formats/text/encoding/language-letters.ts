// Letters beyond ASCII of the languages that single-byte encodings serve, the commonest first, for guesses at the encoding.

export interface LetterProfile {
  readonly language: string
  /** In small letters. */
  readonly letters: string
  /** True where the script is not Latin, so that ASCII letters are no part of its words. */
  readonly ownScript: boolean
}

const latin = (language: string, letters: string): LetterProfile => ({ language, letters, ownScript: false })
const script = (language: string, letters: string): LetterProfile => ({ language, letters, ownScript: true })

export const LETTER_PROFILES: readonly LetterProfile[] = [
  latin('de', 'üäöß'),
  latin('fr', 'éèàêçôîâûùïëœÿæ'),
  latin('es', 'óíáéñúü'),
  latin('pt', 'ãçáéíóêõúâôà'),
  latin('it', 'àèùòìé'),
  latin('sv da nb', 'åäöæøéü'),
  latin('nl', 'ëéïüöèó'),
  latin('fi et', 'äöåõüšž'),
  latin('is', 'áðíóúéýþæö'),
  latin('pl', 'ąęłóśćżńź'),
  latin('cs sk', 'áíéěřýčžšůúťóďňľĺôäŕ'),
  latin('hu', 'áéóöőüíúű'),
  latin('ro', 'ăîâșțşţ'),
  latin('hr sl', 'čšžćđ'),
  latin('tr', 'ıüşğçöîâ'),
  latin('lt lv', 'ėųšžąįčūęāēīņļģķ'),
  script('ru', 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
  script('uk', 'оаніиетврслкдмупзьябгчхйжцюшєїщфґ'),
  script('bg', 'аоиентрсвлкдпмзъугябчцшжйщюфьх'),
  script('sr', 'аоиенрсјтукдвпмлзгбчшцжњћљхђџф'),
  script('el', 'αοιετσνηυρπκμλςδγωχάίόέήθφβύώξζψϊϋ'),
  script('he', 'יוהלאתרבמשנםחכדקעפטגצסזןךץףּ'),
  script('ar', 'المينرتوبةعدسفهكقحجشصطذخىضءغزثأإئظؤآ'),
  script('th', 'านรอกเงมยลวดทสตะปบคหแจพชขใไโผถซธศษณฐฉฝฟภญฎฏ่้ิัีื็ุู์ึๆฯ'),
  latin('vi', 'đăâêôơư'),
]
