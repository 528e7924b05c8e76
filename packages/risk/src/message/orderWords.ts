// Words of orders in several languages. None of them decides alone: see `ordersInText`.

/** Spaced scripts: a word begins with one of these. Scripts without spaces: the text contains one. */
const asPattern = (spaced: string, unspaced: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${spaced})|(?:${unspaced})`, 'iu')

/** To move, pay, sell, buy or swap. */
export const MOVING = asPattern(
  [
    // English
    'send|transfer|pay(?:s|ing|ment|out)?(?![\\p{L}])|withdraw|sell(?![\\p{L}])|selling|sale of|buy(?![\\p{L}])|buying|purchase|swap|exchange (?:my|\\d)|convert|bridge (?:my|\\d)|donate|remit|redeem|burn (?:my|\\d)|deposit (?:my|\\d)',
    // Spanish, Portuguese, Italian, French
    'env[ií](?:ar|o|e|en|amos)(?![\\p{L}])|transf[ei]r|pag(?:ar|o|ue|amos|amento|are|a)(?![\\p{L}])|retir(?:ar|o|e|er|ez)(?![\\p{L}])|vend(?:er|o|a|re|ez|re)(?![\\p{L}])|compr(?:ar|o|a|are)(?![\\p{L}])|sac(?:ar|o|que)(?![\\p{L}])|saque|invi(?:are|o|a)(?![\\p{L}])|trasfer|prelev|envoy(?:er|ez|e)|payer|payez|verser|versez|achet|échang|scambi',
    // German, Dutch, Polish, Turkish
    'send(?:e|en|et)(?![\\p{L}])|überweis|zahl(?:e|en|ung)|bezahl|verkauf|kauf(?:e|en)?(?![\\p{L}])|tausch|abheb|stuur|overmak|betaal|verkoop|koop(?![\\p{L}])|wyśl|przele|przelew|zapłać|wypłać|sprzeda|gönder|aktar|öde(?:me|yin)?(?![\\p{L}])|çek(?:im|in|iyorum)|satış|satıyorum',
    // Russian, Ukrainian, Indonesian, Vietnamese, Arabic, Hindi
    'отправ|перев[её]|переч|перевед|заплат|оплат|вывед|вывести|прода|купить|обмен|надішл|переказ|сплат|kirim|bayar(?:kan)?|tarik(?:kan)?|jual|chuyển|gửi|thanh toán|rút tiền|bán(?![\\p{L}])|أرسل|إرسال|حو[ّ]?ل|تحويل|ادفع|دفع|اسحب|سحب|بيع|भेज|हस्तांतर|भुगतान|बेच',
  ].join('|'),
  '发送|轉帳|转账|转给|轉給|转到|轉到|转移|轉移|支付|付款|提现|提現|提取|出售|卖出|賣出|购买|購買|买入|兑换|兌換|發送|送金|送る|送付|支払|振込|出金|売却|売る|購入|交換|譲渡|보내|송금|이체|지불|출금|판매|매도|구매|전송',
)

/** To let another act, spend, own or manage. */
export const GRANTING = asPattern(
  [
    'authori[sz]e|approve|allow|permit(?![\\p{L}])|grant|delegate|appoint|assign|(?:add|set|make|register|change)(?![\\p{L}]).{0,60}(?:owner|admin|manager|operator|signer|delegate|guardian|withdrawal|recovery|beneficiary)|full (?:access|control)',
    'autori[zs]|permit(?:ir|o|e)|conced|otorg|deleg|permett|accord(?:er|e|ez)(?![\\p{L}])|délégu',
    'ermächtig|erlaub|genehmig|bevollmächtig|machtig|upoważni|zezwal|yetki|izin ver',
    'разреш|уполномоч|делегир|назнач|предоставл|дозвол|izinkan|wewenang|ủy quyền|cho phép|أفوض|تفويض|أسمح|تخويل|अधिकृत|अनुमति',
  ].join('|'),
  '授权|授權|允许|允許|委托|委託|授予|許可|承認|委任|権限|허용|승인|위임|권한',
)

/** Members and labels that hold an amount, or who receives it. */
export const AMOUNT_LABEL =
  /^(?:amount|value|qty|quantity|price|sum|total|size|importe|cantidad|montant|quantit[éà]|betrag|menge|valor|quantia|importo|сумма|количество|сума|кількість|miktar|tutar|jumlah|số lượng|số tiền|金额|金額|数量|數量|価格|수량|금액|المبلغ|राशि)(?:[ _-]?(?:in|out|wei))?$/iu
/** Labels of an address that is no receiver: what the text is about, or who signs. */
export const SUBJECT_LABEL =
  /(?:contract|token|collection|nft|verifying|asset|from|signer|wallet|account|合约|合約|代币|代幣|コントラクト|컨트랙트|контракт|токен)(?:[ _-]?address)?$/iu
/** Labels of an asset, and of the account that receives. */
export const ASSET_LABEL =
  /^(?:asset|token|currency|symbol|coin|ticker|moneda|devise|währung|moeda|valuta|валюта|币种|幣種|通貨|통화)(?: ?(?:symbol|id|name))?$/iu
export const RECEIVER_LABEL =
  /(?<![\p{L}])(?:to|recipient|receiver|destination|dest|beneficiary|payee|pay ?to|withdrawal address|destinatario|beneficiario|destinataire|empfänger|получатель|одержувач|收款人|收款地址|接收地址|受取人|送金先|수취인|받는 사람|المستلم)$/iu
/** Stands before the account that receives. */
export const TOWARDS =
  /(?:(?<![\p{L}])(?:to|into|towards|recipient|destination|beneficiary|payee|for|a|al|à|au|an|nach|zu|para|pour|на|к|для|ke|kepada|đến|cho|do|dla|naar|aan|إلى|को)|到|给|給|至|->|=>|→|⇒)\s*(?:(?:the|el|la|le|die|der|den|address|wallet|account|contract|dirección|adresse|адрес|地址|钱包|錢包)\s*){0,2}[:：]?\s*["'“(]?$/iu
/** The whole of what is held. */
export const ALL_OF =
  /(?<![\p{L}])(?:all|everything|entire|whole|full balance|todos?|todas?|tout(?:e|es)?|tous|alle[sn]?|tudo|tutt[oiae]|все|всё|весь|усі|tüm|semua|tất cả|كل|सभी)(?![\p{L}])|全部|所有|すべて|全て|모든|전부/iu
