import { PHRASE_LENGTH, PRIVATE_KEY, RECOVERY_PHRASE } from '../page/words/secretWords.ts'

const WALLET =
  'wallet|crypto|bitcoin|\\bbtc\\b|\\beth(?:ereum)?\\b|\\bevm\\b|\\baccount[\\s_-]?addr|konto-?adresse|billetera|cartera|carteira|portefeuille|portafoglio|geldbörse|кошел|гаман|cüzdan|dompet|portfel|\\bví\\b|钱包|錢包|ウォレット|지갑|محفظة|वॉलेट'
const ADDRESS =
  'addr|adress|direcci[oó]n|endereço|indirizzo|адрес|adresi?\\b|địa chỉ|alamat|地址|アドレス|주소|عنوان|पता'
const MAIL = 'e-?mail|メール|邮|郵|почт|메일|posta\\b'

/** Source of a pattern (flags `iu`) of what is said by a field that takes an account of a wallet: by its beginning, or by a word for each. */
export const ACCOUNT_FIELD = `^(?![\\s\\S]*(?:${MAIL}))(?:\\s*0x|(?=[\\s\\S]*(?:${WALLET}))(?=[\\s\\S]*(?:${ADDRESS})))`

/** The same of a field for a private key, of a number of words, and of a field for a recovery phrase. */
export const KEY_FIELD = PRIVATE_KEY.source
export const LENGTH_FIELD = PHRASE_LENGTH.source
export const PHRASE_FIELD = [RECOVERY_PHRASE.source, PHRASE_LENGTH.source].join('|')

/** Source of a pattern (flags `iu`) of what is said by a field that takes a secret. */
export const SECRET_FIELD = [
  PHRASE_FIELD,
  KEY_FIELD,
  'key|phrase|fras[ei]|seed|mnemonic|secret|word|wörter|\\bmots\\b|palabra|palavra|parol|слов|фраз|kelime|\\bkata\\b|słow|助记|助記|单词|單詞|単語|단어|密|鍵|비밀',
].join('|')
