import type { Field } from '../html/outline.ts'

// Words for a wallet's secrets, and what goes with them, in the languages that wallets speak. Lower case; NFC.

const PHRASE = [
  String.raw`(?:seed|recovery|backup|mnemonic|wallet)[\s_-]{0,3}(?:phrase|words?|passphrase)|secret[\s_-]{0,3}(?:recovery[\s_-]{0,3})?phrase`,
  String.raw`mnemonic|srp\b|(?:12|15|18|21|24|twelve|twenty[- ]four)[\s-]words?[\s-](?:phrase|recovery|seed|backup|key)`,
  'wiederherstellungs(?:phrase|wörter|satz)|geheime[nr]? (?:wiederherstellungs)?phrase',
  'phrase (?:secrète )?de (?:récupération|restauration)|phrase secrète|phrase mnémonique',
  'frase (?:secreta )?(?:de )?(?:recuperaci[óo]n|recuperação|semilla|semente|segreta|seed)|frase (?:segreta )?di recupero',
  String.raw`(?:сид|seed)[\s-]?фраз|секретн\S{1,4} фраз|фраз\S{1,3} восстановлени|мнемоническ`,
  '助记词|助記詞|恢复短语|恢復短語|种子短语|種子短語|シードフレーズ|リカバリーフレーズ|復元フレーズ|ニーモニック',
  '시드 ?(?:구문|문구|프레이즈)|복구 ?(?:구문|문구)|니모닉|kurtarma (?:ifadesi|cümlesi|kelimeleri)',
  'عبارة (?:الاسترداد|الاستعادة|الأمان|البذور|سرية)|العبارة السرية|كلمات (?:الاسترداد|الاستعادة)|रिकवरी (?:वाक्यांश|फ़?्?रे[ज़ज])|गुप्त वाक्यांश|सीड (?:फ़?्?रे[ज़ज]|वाक्यांश)|عبارت (?:بازیابی|امنیتی)|کلمات بازیابی',
  String.raw`фраз\S{1,2} відновлення|сід[- ]?фраз|fráz\S{1,3} (?:pro )?obnov|helyreállítási (?:kifejezés|szavak)|fraz\S (?:de recuperare|secretă)|återställningsfras|วลี(?:กู้คืน|ลับ)|φράση ανάκτησης|ביטוי (?:ה?שחזור|סודי)|מילות (?:ה?שחזור)|রিকভারি (?:ফ্রেজ|বাক্যাংশ)`,
  'cụm từ (?:khôi phục|hạt giống|bí mật)|frasa (?:pemulihan|benih|rahasia)|fraz[aęy] (?:odzyskiwania|seed)|herstelzin',
].join('|')
const KEY = [
  String.raw`private[\s_-]{0,3}key|keystore|priv(?:ate)?_?key\b|private[nr]? schlüssel|clé privée|clave privada|chave privada`,
  String.raw`chiave privata|(?:приватн|закрыт)\S{1,4} ключ|私钥|私鑰|私匙|秘密鍵|プライベートキー|개인 ?키|özel anahtar`,
  'khóa (?:riêng tư|cá nhân)|kunci pribadi|klucz prywatny|privésleutel',
].join('|')
const ASK = [
  String.raw`\b(?:enter|type|paste|import|provide|input|fill in|submit|confirm|verify|restore|recover|insert|write|unlock|(?:re-?)?open)\b|\b(?:asks? for|needs?|requires?) your\b`,
  String.raw`\br?ouvr(?:ez|ir)\b|déverrouill|\böffnen|entsperren|\babr(?:ir|a)\b|desbloque|sblocc|разблокир|откро(?:йте|ить)`,
  String.raw`\beingeben\b|\bgeben sie\b|importieren|bestätigen|\bsaisi|\bentrez\b|\bimporte|\bintrodu|\bingres|\bescrib|\binsira\b|\bdigite\b`,
  '적어|써 주|書いて|写下|填入|напишите|впишите|escreva|écrivez|schreiben sie|scrivi|yazın|tulis|viết|اكتب|أدخل|लिख|दर्ज',
  String.raw`\binseri|введите|укажите|вставьте|импорт|восстанов|输入|輸入|导入|導入|粘贴|貼上|填写|入力|インポート|입력|가져오기`,
  String.raw`\bgirin|\bnhập\b|\bmasukkan\b|\bwpisz\b|\bwprowadź\b|\bvoer\b`,
].join('|')
const POSSESSIVE = String.raw`[^.!?]{0,40}(?<!\p{L})(?:your|us|me|su|sus|tu|tus|sua|suas|seus|la tua|il tuo|la sua|le tue|votre|vos|nos|nous|ci|uns|mir|ihre|uw|je|ons|anda|kamu|kami|saya|twoj\p{L}{1,3}|swoj\p{L}{1,3}|frase|phrase)(?!\p{L})`
/** Tells the visitor to hand it to those who speak: whole imperatives, at the start of what is said or after a word that leads to them. */
const GIVE = [
  String.raw`(?:^|[:;,—–»"“]\s*|(?<!\p{L})(?:please|kindly|now|then|and|just|simply|must|have to|need to|should)\s+)(?:send|share|give|tell|provide|reply with)(?!\p{L})${POSSESSIVE}`,
  String.raw`(?<!\p{L})(?:(?:senden|schicken|nennen|teilen|geben) sie|schick(?:e|t)? (?:uns|mir)|stuur|wyślij|podaj|kirim(?:kan)?|berikan|(?:hãy|vui lòng|xin) (?:gửi|cung cấp))(?!\p{L})${POSSESSIVE}`,
  String.raw`(?<!\p{L})(?:(?:hãy|vui lòng|xin) )?(?:gửi|cung cấp)(?!\p{L})[^.!?]{0,60}(?:của (?:bạn|quý)|cho chúng tôi)`,
  String.raw`(?<!\p{L})(?:env[ií](?:e|en|a|ad)|m[aá]nd[ae]|proporcion[ae]|inf[oó]rme|indi(?:que|quez)|comuni(?:que|quez|chi|ca)|envoyez|mandi|invi[ai]|fornisc[ai])(?:-?(?:nos|moi|nous|ci|mi|me))?(?!\p{L})${POSSESSIVE}`,
  String.raw`(?<!\p{L})(?:отправьте|отправь|пришлите|пришли|сообщите|передайте|надішліть|повідомте|gönderin|gönderiniz|paylaşın|paylaşınız|[أا]رسل|[أا]رسلوا)(?!\p{L})|भेज(?:ें|िए|ो|\s?दें)`,
  '[请請][^。！？]{0,12}(?:发送|發送|提供|告诉|告訴|告知)|(?:发送|發送|提供|告诉|告訴)(?:您|你|给我|給我|我们|我們)|(?:送って|送信して|教えて)(?:ください|下さい|くれ)|(?:送信|返信)(?:ください|下さい)|(?:보내|알려) ?(?:주|세요)',
].join('|')
/** What others say or ask is told to readers, and is no word to the visitor. */
const REPORTED =
  /\b(?:any|some)(?:one|body)\b|\b(?:if|when|who(?:ever)?|where)\b[^.!?]{0,60}\b(?:asks?|tells?|says?|wants?|writes?|urges?|requests?)\b|\b(?:block|report|ignore) (?:them|him|her|it|the|and|this|that|such)\b|,\s*(?:block|report)\b/iu
const WARN = [
  String.raw`\bimpost[oe]r|\bimposteur|\bimpostore|\bhochstapler|\bbetrüger|\boszust|самозван|骗子|騙子`,
  String.raw`\bnever\b|\bdo(?:n['’]t| not)\b|\bno ?(?:one|body)\b|\bwon['’]t\b|\bwill (?:not|never)\b|\bshould not\b|\bmust not\b`,
  String.raw`\bphish|\bscam|\bfraud|\bthie(?:f|ves)\b|\bsteal|\bniemals\b|\bnie\b|\bnicht\b|\bjamais\b|\bne \S{1,20} pas\b|\bnunca\b|\bno (?:comparta|introduzca|escriba|ingrese)`,
  String.raw`\bnão\b|\bmai\b|\bnon (?:condivid|inseri)|никогда|(?:^|\s)не\s|мошенни|切勿|不要|绝不|絕不|請勿|请勿|決して|しないで|절대|마세요`,
  String.raw`\basla\b|không bao giờ|\bđừng\b|\bjangan\b|\bnigdy\b|\bnooit\b`,
  String.raw`\btidak (?:pernah|akan)\b|\bhiçbir zaman\b|istemeyiz|istemez|\bnikdy\b|\bniciodată\b|\baldrig\b|\bsoha\b|\bnon (?:chied|le chied|ti chied)|\bno (?:le |te |se )?(?:pedi|pedimos|solicita)|\bne demand`,
  'ніколи|ποτέ|לעולם לא|אף פעם|هرگز|أبدا|لن (?:نطلب|يطلب)|कभी नहीं|কখনও|ไม่เคย|从不|從不|永远不|永遠不|不会(?:索|要|询)|不會(?:索|要|詢)|ことは(?:あり|ござい)ません|(?:요구|묻|요청)하?지 않',
].join('|')

export const RECOVERY_PHRASE = new RegExp(PHRASE, 'iu')
/** A number of words that a phrase has. Essays and slogans have it too: it counts beside `OF_PHRASES` only. */
export const PHRASE_LENGTH = new RegExp(
  [
    String.raw`\b(?:12|15|18|21|24|twelve|twenty[- ]four)[\s-]words?\b|\b(?:12|24|zwölf|vierundzwanzig) wörter|\b(?:12|24|douze|vingt-quatre) mots\b`,
    String.raw`\b(?:12|24|doce|veinticuatro) palabras|\b(?:12|24|doze) palavras|\b(?:12|24|dodici|ventiquattro) parole|(?:12|24|двенадцать|двадцать четыре) слов`,
    String.raw`\b(?:12|24|on iki|yirmi dört) kelime|\b(?:12|24|dua belas) kata\b|\b(?:12|24|dwanaście) słów|(?:12|24|mười hai) từ`,
    '(?:12|24|十二|二十四) ?(?:个|個|の)?(?:单词|單詞|词|詞|单字|単語|ワード)|(?:단어|낱말) ?(?:12|24|열두|스물네) ?개|(?:12|24|열두) ?(?:개의? ?)?단어|(?:12|24|اثنتي عشرة|اثنا عشر) كلمة|(?:12|24|बारह) शब्द',
  ].join('|'),
  'iu',
)
/** One of them: `Word 3 of 12`. Crosswords have it too: it counts beside `OF_ACCESS` only. */
export const ONE_OF_WORDS =
  /(?<!\p{L})(?:word|wort|mot|palabra|palavra|parola|слово|kelime|kata|słowo|woord|ord|从?单词|單詞|単語|단어|शब्द|الكلمة|từ)\s?#?(?:\d{1,2}|\{\{[^{}]{1,30}\}\}|\$?\{[\w.]{1,30}\})\s?(?:\/|of|von|de|sur|di|из|з|z|van|av|trên|dari|مِ?ن|में से)\s?(?:12|15|18|24)(?!\d)/iu
/** Words for a wallet, and for getting into one again. */
export const OF_ACCESS =
  /wallet|recover|restor|unlock|mnemonic|(?:seed|secret|backup) phrase|wiederherstell|entsperr|récup|restaur|recupera|ripristin|восстанов|відновл|кошел|cüzdan|kurtar|dompet|pulih|portfel|odzysk|\bví\b|khôi phục|钱包|錢包|恢复|恢復|ウォレット|復元|지갑|복구|billetera|cartera|carteira|portefeuille|portafoglio|geldbörse|محفظة|استعادة|استرداد|वॉलेट/iu
export const OF_PHRASES =
  /phrase|recover|\bseed|wallet|mnemonic|backup|secret|\bimport|restor|кошел|cüzdan|dompet|portfel|\bví\b|钱包|錢包|ウォレット|지갑|billetera|cartera|carteira|portefeuille|portafoglio|geldbörse|محفظة|वॉलेट/iu
export const PRIVATE_KEY = new RegExp(KEY, 'iu')
/** Asks the visitor to hand something over. */
const ASKS = new RegExp(ASK, 'iu')
const GIVES = new RegExp(GIVE, 'iu')
export function asksVisitor(sentence: string): boolean {
  return ASKS.test(sentence) || (GIVES.test(sentence.trim()) && !REPORTED.test(sentence))
}
/** The same where a file is to be chosen. */
const ASKS_PICTURE =
  /photo|picture|snapshot|\bscan|upload|\bimages?\b|\bfotos?\b|\bbild(?:er)?\b|immagine|imagen|imagem|снимок|фото|照片|拍照|写真|사진|fotoğraf|ảnh/iu
/** Tells the visitor not to, or that others ask for it. */
export const WARNS = new RegExp(WARN, 'iu')

/** What a field asks for when it asks for the keys of a wallet, and the words that say so. */
export type SecretAsked = { kind: 'seed-phrase' | 'private-key'; evidence: string }

const TAKES_TEXT = new Set(['text', 'password', 'textarea', 'file'])

const ASKS_OTHERWISE =
  /search|query|\bq\b|e-?mail|comment|subscribe|newsletter|message|feedback|tell us|helpful|coupon|\bname\b|amount|address/i

const SEARCHES = /\b(?:search|searchbox|query|keywords?|q)\b/i

/** A search field asks a question; a trap that calls its field a search still says what to enter. */
const QUESTION = /\b(?:how|what|why|where|when|can i)\b|\?|^\s*search\b/i

/** Keys of 256 bits as people write them. */
const HEX_KEY = /\b(?:0x)?[\da-f]{64}\b|\b64[\s-]?(?:hex|char|digit|symbol)|^\s*0x/i

const SENTENCE_END = /[.!?。！？]\s/u

/** A label is short; in a longer sentence the words may be mentioned rather than asked for. */
const LONGEST_LABEL = 60

/**
 * Judges one field by its own names and by the last two sentences before it. A sentence that warns counts for nothing; so does one
 * that merely mentions the words.
 * @param ofWallets whether the page is about wallets: other private keys are not an account's, unless they have its size.
 */
export function secretOf(field: Field, ofWallets: boolean): SecretAsked | null {
  const { tag, type, names, label, before } = field
  if (tag === 'input' && !TAKES_TEXT.has(type)) return null
  if (isSearch(field)) return null
  const isKey = ofWallets || HEX_KEY.test(label) || HEX_KEY.test(before)
  const near = `${names} ${label} ${before}`
  const kindOf = (said: string) => secretIn(said, near, { isKey, ofWallets })
  for (const own of [label, names.replace(/[_-]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2')]) {
    const kind = WARNS.test(own) ? null : kindOf(own)
    if (kind !== null) return { kind, evidence: own }
  }
  if (ASKS_OTHERWISE.test(`${names} ${label}`)) return null
  const sentences = before.split(SENTENCE_END).slice(-2).reverse()
  for (const sentence of sentences) {
    if (WARNS.test(sentence)) continue
    const kind = kindOf(sentence)
    const asks = asksVisitor(sentence) || (type === 'file' && ASKS_PICTURE.test(sentence))
    if (kind !== null && (asks || sentence.length <= LONGEST_LABEL)) return { kind, evidence: sentence }
  }
  return null
}

function isSearch({ tag, type, names, label }: Field): boolean {
  if (tag !== 'input' || type !== 'text' || !SEARCHES.test(names.replace(/[_-]/g, ' '))) return false
  return QUESTION.test(label) || !ASKS.test(label)
}

/** Sizes of phrases in a row: `12, 18 or 24`. A contest of words has one size. */
const SIZES = /(?<!\d)(?:12|15|18|21)(?!\d)[^\d.:;%]{1,14}(?:15|18|21|24)(?!\d)/

function secretIn(
  said: string,
  near: string,
  { isKey, ofWallets }: { isKey: boolean; ofWallets: boolean },
): SecretAsked['kind'] | null {
  if (RECOVERY_PHRASE.test(said)) return 'seed-phrase'
  if (PHRASE_LENGTH.test(said) && (OF_PHRASES.test(near) || (ofWallets && SIZES.test(said)))) return 'seed-phrase'
  if (ONE_OF_WORDS.test(said) && OF_ACCESS.test(near)) return 'seed-phrase'
  return isKey && PRIVATE_KEY.test(said) ? 'private-key' : null
}
