// Words of frauds in the languages that their pages speak. None accuses by itself: `structuredPromises` counts how they stand together.

const words = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'iu')

/** The visitor pays. */
export const SEND = words(
  String.raw`\bsend\b|\btransfer\b|\bdeposit\b|\bpay\b|envoy|\benv[ií][ae]|\bmand[ae]\b|\bversa|\bpague|überweis|\bsende|\bzahle`,
  'отправ|перевед|внес|оплат|gönder|yatır|kirim|wyślij|wpła[ćc]|zapła[ćc]|gửi|nạp|chuyển',
  '发送|转入|轉入|打入|支付|汇款|送金|送って|振り込|보내|입금|송금|[أا]رسل|ادفع|भेज|जमा',
)
/** What the visitor lost. */
export const LOST = words(
  String.raw`\bstolen\b|\blost\b|\bscammed\b|\bhacked\b|volé|perdu|robad|perdid|estafa|gestohlen|verloren|betrogen|rubat|truffat`,
  'украд|похищ|потерян|обману|çalın|kaybett|dolandır|dicuri|hilang|tertipu|skradzion|utracon|oszuka|bị mất|bị lừa|đánh cắp',
  '被盗|被騙|被骗|丢失|損失|损失|盗まれ|失った|騙され|잃어버린|해킹|도난|사기|مسروق|المفقود|चोरी',
)
/** It is brought back. */
export const BRING_BACK = words(
  String.raw`\brecover|\bget \S{1,20} back\b|\bretriev|\breclaim|récupér|recuper|zurückhol|wiederbeschaff|верн[её]м|возвращ|возврат`,
  'geri (?:al|getir)|kembalikan|memulihkan|odzysk|lấy lại|thu hồi|追回|找回|挽回|取り戻|회수|되찾|찾아 드|استرداد|استرجاع|वापस',
)
/** For a payment. */
export const FEE = words(
  String.raw`\bfees?\b|\btax\b|\bfrais\b|comisi[óo]n|\btarifa|\btaxa\b|gebühr|steuer|commissione|\bspese\b|плат[аыу]|комисси|\bсбор`,
  String.raw`ücret|komisyon|\bbiaya|opłat|prowizj|\bphí\b|手续费|手續費|费用|費用|手数料|수수료|비용|선납|رسوم|عمولة|शुल्क`,
)
/** Something was won. */
export const WON = words(
  String.raw`\bwon\b|\bwinners?\b|\bprizes?\b|congratulat|gagné|félicit|\bgan(?:ó|aste|ado)\b|\bpremio|felici(?:dad|ta)|gewonnen|\bgewinn|vinto|vincit`,
  'prêmio|ganhou|parabéns|выигр|приз|поздравл|kazandınız|ödül|tebrik|hadiah|selamat|menang|wygra|nagrod|gratul|trúng|giải thưởng|chúc mừng',
  '中奖|中獎|大奖|恭喜|当選|賞金|おめでとう|당첨|상금|축하|جائزة|ربحت|مبروك|पुरस्कार|बधाई',
)
/** It is handed over. */
export const RECEIVE = words(
  String.raw`\breceive|\bclaim|\brelease|\bwithdraw|\bunlock|recevoir|retirer|recibir|cobrar|retirar|erhalten|auszahl|ricever|receber|получ`,
  'вывест|teslim almak|menerima|mencairkan|odebra|otrzyma|nhận|领取|領取|提现|提取|受け取|引き出|받으|수령|출금|استلام|سحب|प्राप्त',
)
export const TWICE = words(
  String.raw`\bdoubles?\b|\btwice\b|\b2x\b|\bx2\b|\bdoble\b|\bdobro\b|doppelt|verdoppel|raddoppi|\bdoppio\b|вдво|удво|iki kat|dua kali`,
  'podw[oó]|gấp đôi|双倍|雙倍|两倍|兩倍|翻倍|得二|返二|2倍|倍にし|두 ?배|2배|الضعف|مضاعف|दोगुना|दुगना',
)
/** Foundations double what others give. */
export const DONATE = words(
  'donat|donación|doação|\\bdons?\\b|spende|пожертв|bağış|donasi|darowizn|quyên góp|捐|寄付|기부|تبرع|दान',
)
/** How often interest is paid: no honest interest is so often. */
export const OFTEN =
  '(?:daily|every day|per day|a day|each day|weekly|per week|every hour|hourly|diari\\w*|cada día|al día|ao dia|por dia|täglich|pro tag|jeden tag|par jour|chaque jour|al giorno|в день|ежедневно|каждый день|günlük|her gün|günde|per hari|setiap hari|dziennie|mỗi ngày|hàng ngày|每天|每日|日化|毎日|一日|매일|하루|يومي[اً]*|كل يوم|प्रतिदिन|रोज)'
export const CERTAIN =
  'guarante\\w*|garantiz\\w*|garantiert\\w*|garant\\w{1,4}|assur\\w*|asegurad\\w*|fixed|fest|no risk|risk[- ]free|sin riesgo|sem risco|risikofrei|sans risque|senza rischi|без риска|гарант\\S*|garanti|risksiz|dijamin|tanpa risiko|gwarant\\S*|bez ryzyka|cam kết|không (?:có )?rủi ro|đảm bảo|保证|保證|稳赚|穩賺|無リスク|元本保証|必ず|보장|무위험|مضمون|بدون مخاطر|गारंटी'
