// Words of frauds in the languages that their pages speak. None accuses by itself: `structuredPromises` counts how they stand together.

const words = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'iu')

/** The visitor pays. */
export const SEND = words(
  String.raw`\bsend\b|\btop up\b|\b(?:must|has to|needs to|have to) be paid\b|\bpayable\b|\brecharge\b|\btransfer\b|\bdeposit\b|\bpay\b|\bcontribut|envoy|\benv[ií][ae]|\bmand[ae]\b|\bversa|\bpague|\bpagu?e[zr]?\b|\bpayez|\bréglez|\babone`,
  String.raw`überweis|\bsende|\bschick|\bzahle|einzahl|\blad(?:en|e)\b[^.!?]{0,60}\bauf\b|auflad|nachzahl|\bstuur|\bbetaal|\bstort\b|\bskicka|\bbetala|\btrimite|\bplătiți|\bzaplaťte|\bpošlete`,
  'отправ|перевед|перечисл|внес|оплат|сплат|надішл|надсила|gönder|yatır|öde|kirim|bayar|wyślij|wpła[ćc]|zapła[ćc]|gửi|nạp|chuyển|nộp|trả trước',
  '发送|轉入|转入|打入|支付|充值|补足|缴纳|繳納|汇款|入金|送金|送って|送ると|振り込|支払|보내|입금|송금|[أا]?رسل|ادفع|भेज|जमा|ส่ง|ชำระ|στείλτε|πληρώστε',
)
/** What the visitor lost. */
export const LOST = words(
  String.raw`\bstolen\b|\blost\b|\bscammed\b|\bhacked\b|\bfraudsters?\b|volé|perdu|arnaqu|escroc|robad|robaron|roubad|perdid|estafa|\bgolpe\b|gestohlen|verloren|betr[oü]g`,
  'rubat|truff|украд|украл|вкрад|похищ|потерян|обману|обдури|мошенник|çalın|kaybett|dolandır|dicuri|hilang|tertipu|skradzion|utracon|oszuk|oszust|bị mất|bị lừa|đánh cắp',
  'gestolen|opgelicht|stulen|stulna|lurad|furat|înșelat|ukraden|podveden',
  '被盗|被騙|被骗|丢失|損失|损失|盗まれ|失った|騙され|詐欺に遭|잃어버린|해킹|도난|사기|مسروق|المفقود|للاحتيال|चोरी|ठगे|ถูกขโมย|ถูกหลอก|κλεμμέν|εξαπατ',
)
/** What thieves of coins take, so that a lost bag is none. */
export const COINS = words(
  String.raw`[ck]r[iy]pto|coins?\b|bitcoin|\bbtc\b|\beth\b|usdt|money|\bfunds\b|\bgeld\b|argent|dinero|dinheiro|\bfondi\b|soldi|monedas|moedas|monete|\bpengar|pieniądze|środk`,
  'деньг|монет|гроші|криптовалют|paran?ı|\\bdana\\b|tiền|币|幣|资金|資金|仮想通貨|コイン|코인|자산|عملات|أموال|पैसा|क्रिप्टो|เงิน|χρήμα',
)
/** It is brought back. */
export const BRING_BACK = words(
  String.raw`\brecover|\bget \S{1,20} back\b|\bretriev|\breclaim|\brevers|récup|recup|rever(?:timos|temos)|zurückhol|\bhol\S{1,3} [^.]{0,60}zurück|wiederbeschaff`,
  'riport\\S{1,4} indietro|верн[её]м|вернуть|возвращ|возврат|отзыва|поверн|terug(?:halen|boek)|\\b(?:halen|boeken) [^.]{0,40}terug|hämtar (?:hem|tillbaka)|återta|vrátíme|получим назад',
  'geri (?:al|getir)|kembalikan|menarik kembali|memulihkan|odzysk|cofaj|lấy lại|thu hồi|追回|找回|挽回|取り戻|회수|되찾|찾아 드|استرداد|يسترجع|استرجاع|वापस|เอาคืน|ανακτ',
)
/** For a payment. */
export const FEE = words(
  String.raw`\bfees?\b|\btax\b|\bcharges?\b|\bfrais\b|\btaxes?\b|comisi[óo]n|\btarifa|\btaxa|impuesto|por adelantado|gebühr|steuer|commissione|\btassa\b|\bspese\b|kosten\b|belasting|avgift|\bskatt`,
  'плат[аыу]|комисси|налог|податок|открытие дела|відкриття справи|(?:^|[^\\p{L}])сбор|poplat|\\bdaň|\\bimpozit',
  String.raw`ücret|komisyon|vergi|\bbiaya|\bpajak|opłat|prowizj|podat(?:ek|ku)|phí(?!\p{L})|thuế|费|費|税|手数料|着手金|수수료|비용|선납|착수금|세금|رسوم|عمولة|ضريبة|शुल्क|(?:^|\s)कर(?:\s|$)|ภาษี|ค่าธรรมเนียม|φόρο|τέλος`,
)
/** Something is held back. Bookings are, too: it counts beside a fee. */
export const HELD = words(
  String.raw`\bon hold\b|\bis held\b|\ben attente\b|\bretenido|angehalten|trattenut|\bretido|vastgehouden`,
  String.raw`\b(?:is|are|been|was) (?:(?:frozen|blocked|suspended)\b|locked\b(?! (?:for|until|in|up)\b)|restricted\b(?! to\b))|gesperrt|eingefroren|\bbloque(?:ad|é)|\bbloquead|\bbloccat|\bcongelad|\bcongelat|\bgelé|suspendid|geblokkeerd|bevroren`,
  'приостановлен|заморожен|заблокирован|заблокован|dondurul|bloke|bekletil|ditahan|dibekukan|wstrzyman|zablokowan|zamrożon|bị giữ|bị đóng băng|bị khóa|暂停|冻结|凍結|锁定|保留|보류|동결|정지|موقوف|مجمد|फ्रीज|रोक|ถูกระงับ|παγωμέν',
)
/** A payout is refused. */
export const REFUSED = words(
  String.raw`\b(?:cannot|can['’]t|unable to|not (?:be )?able to|not possible to) (?:be )?(?:withdr|pa(?:y|id) out|cash(?:ed)? out)|\bwithdrawals? (?:is |are )?(?:not (?:possible|available)|unavailable|rejected|refused|denied)|auszahlung\S{0,2} (?:ist |sind )?(?:derzeit )?(?:nicht möglich|abgelehnt)|\bno (?:puede|es posible) retirar|\bnão (?:pode|é possível) (?:sacar|retirar|levantar)|retraits? (?:est |sont )?(?:impossible|refusé)|impossible de retirer|prelievo (?:non (?:è )?(?:possibile|disponibile)|rifiutato)`,
  '(?:невозможно|нельзя|не можете) вывести|вывод\\S{0,2} (?:средств )?(?:недоступ|невозмож|отклон)|çekim yap[ıi]la?maz|çekemezsiniz|tidak (?:dapat|bisa) (?:ditarik|menarik|dicairkan)|nie (?:można|możesz) wypłacić|không thể rút|(?:无法|不能|無法)(?:提现|提領|提款|提取)|(?:出金|引き出し)(?:は|が|を)?(?:でき|行え)ま(?:せん|しない)|引き出せません|출금(?:할 수 없|이 불가|이 거절)|لا يمكن(?:ك)? السحب|निकासी नहीं',
)
/** Money that is left as a surety, and comes back. Words that are margins, collateral or warnings too count with what is done to it only. */
export const SURETY = words(
  String.raw`\b(?:security|guarantee|verification|credit) (?:deposit|bond)|\bsurety bond\b|kaution|sicherheitsleistung|dépôt de garantie|depósito de garantía|\bfianza\b|cauç[ãa]o|cauzione|borg(?:som|sum)`,
  'залогов\\S{1,4} (?:взнос|депозит|плат[её]ж)|гарантийн\\S{1,4} (?:взнос|депозит)|заставн\\S{1,4} (?:внес|плат)|teminat (?:bedeli|ücreti)|uang jaminan|deposit jaminan|kaucj|tiền cọc|押金|預託金|(?:缴纳|繳納|支付|缴付)[^。！？]{0,20}(?:保证金|保證金)|(?:保证金|保證金)[^。！？]{0,8}(?:缴纳|繳納|支付)|保証金をご?(?:入金|お?支払|納付|送金)|보증금(?:을|를)? ?(?:입금|납부|송금|보내)|(?:مبلغ|وديعة) (?:ال)?(?:تأمين|ضمان)|जमानत राशि|เงินประกัน|χρηματική εγγύηση',
)
/** What holds back money at exchanges, lenders and between traders: their sureties are margins and collateral. */
export const TRADED = words(
  String.raw`\bmargins?\b|leverag|\bpositions?\b|\borders?\b|\bloans?\b|\bborrow|\bcollateral|\bp2p\b|\bfutures?\b|perpetual|\blend|\brepay|liquidat|\btrades?\b|\btrading\b|\bsellers?\b|\bbuyers?\b|\brent|\blandlord|kredit|darlehen|hebel|\bprêt\b|préstamo|empréstimo|prestito|garantía de margen|margem|margine`,
  'залога\\b|кредит|за[её]м|займ|ордер|маржин|позици|позиці|kredi|pozisyon|kaldıraç|pinjaman|posisi|pożyczk|vị thế|khoản vay|ký quỹ|持仓|持倉|仓位|倉位|杠杆|槓桿|合约|合約|订单|訂單|借款|贷款|貸款|质押|必要保証金|証拠金|建玉|レバレッジ|取引|注文|ローン|借入|포지션|레버리지|주문|대출|거래|قرض|رافعة|مركز مفتوح|ऋण|สินเชื่อ|δάνει',
)
/** A fee that is taken out of what is paid, or that a network takes: nothing is paid in for it. */
export const TAKEN_OUT = words(
  String.raw`(?<!\b(?:not|cannot|never|n['’]t)(?: be)? )\b(?:deducted|subtracted|withheld)\b|\b(?:from|out of) (?:your|the) (?:balance|amount|payout|withdrawal)\b|(?<!nicht )(?:abgezogen|einbehalten)|(?<!не )(?:вычитается|удерживается)|(?<!ne (?:peut|sera) pas )(?:déduits?|prélevé)|(?<!\bno )se (?:descuenta|deduce)|(?<!não )(?:descontad|deduzid)|(?<!\bnon )(?:detratt|dedott)`,
  '(?<![不无無][^。！？]{0,12})(?:扣除|差し引)|(?<!지 [^.]{0,6})(?:차감|공제)됩',
)
/** The fee of a network. Frauds name it too: it counts as theirs where it goes to an address. */
export const NETWORK_FEE = words(
  String.raw`\b(?:network|gas|miner|mining|blockchain)[ -](?:fees?|costs?)\b|netzwerkgebühr|frais de (?:réseau|gas)|(?:comisión|tarifa) de (?:la )?red|taxa de rede|комисси\S{1,3} сети|网络费|網絡費|矿工费|礦工費|ネットワーク手数料|네트워크 수수료`,
)
export const TO_ADDRESS = words(
  String.raw`\b(?:to|at|into|an|auf|à|a|para|на|ke|naar) (?:0x|T[1-9A-HJ-NP-Z]|bc1|(?:this|the|our|die|diese|cette|l['’]|la|el|este|esta|o|alamat)\b)|\baddress\b|adresse|dirección|endereço|indirizzo|адрес|地址|アドレス|주소`,
)
/** Fills up a balance. */
export const FILL_UP = words(
  String.raw`\btop (?:it |this |them )?up\b|\brecharge|auflad|\blad(?:en|e)\b[^.!?]{0,60}\bauf\b|пополн|doldur|yükle|isi ulang|doład|nạp|充值|补足|補足|チャージ|충전|रिचार्ज|شحن`,
)
/** What is owed before a payout: the balance of a task or a plan went below zero, as its page says. */
export const DEFICIT = words(
  String.raw`\bdeficit|\bshortfall|\bnegative balance|\bbalance is (?:negative|below)|\binsufficient balance|fehlbetrag|\bim minus\b|saldo negativ|négatif|insuffisant|insuficiente|insufficiente|negatief`,
  'недостач|отрицательн|минус|недостат|від[’ʼ]ємн|eksi bakiye|yetersiz|saldo (?:minus|kurang)|ujemn|niewystarczaj|số dư âm|不足|负数|負數|差额|差額|マイナス|부족|마이너스|سالب|غير كاف|नकारात्मक|अपर्याप्त|ติดลบ',
)
/** Something was won. */
export const WON = words(
  String.raw`\bwon\b|\bwinners?\b|\bprizes?\b|congratulat|gagné|félicit|\bgan(?:ó|aste|ado)\b|\bpremio|felici(?:dad|ta)|enhorabuena|gewonnen|\bgewinn`,
  String.raw`vinto|vincit|vincita|prêmio|ganhou|parabéns|\bwinst\b|выигр|приз|поздравл|kazandınız|ödül|tebrik|hadiah|selamat|menang`,
  'wygra|nagrod|gratul|trúng|giải thưởng|chúc mừng|felicitări|câștigat|vyhráli|grattis|ยินดีด้วย',
  '中奖|中獎|大奖|恭喜|当選|賞金|おめでとう|당첨|상금|축하|جائزة|ربحت|مبروك|पुरस्कार|इनाम|बधाई',
)
/** The payment comes first. */
export const FIRST = words(
  String.raw`\bfirst\b|\bbefore|\bin advance|vorab|zuerst|zunächst|d['’]abord|\bavant\b|\bantes\b|primero|primeiro|\bprima\b|\beerst\b|vooraf|först\b|întâi|nejprve`,
  'сначала|сперва|спершу|najpierw|önce|\\bdulu\\b|trước|先に?|请先|먼저|أولا|पहले|ก่อน|πρώτα|προηγουμένως',
)
/** It is handed over. */
export const RECEIVE = words(
  String.raw`\breceive|\bget\b|\bclaim|\breleas|\bwithdraw|\bunlock|recev|retirer|débloqu|recibir|reciba|recibirá|cobrar|retirar|liberar|libera[çc]|erhalten|erhält|auszahl|ausgezahl|freig|ricever|ricevi|receber|receba`,
  'ontvang|vrij te geven|få tillbaka|primiți|obdrž|получ|отрим|вывест|teslim al|almak için|hemen al|menerima|mencairkan|odebra|otrzyma|dosta(?:nie|j)|nhận',
  '领取|領取|提现|提取|返还|受け取|引き出|出金|当たり|戻り|받으|수령|출금|돌려|استلام|يستلم|استلم|سحب|प्राप्त|पाने|पाएँ|รับคืน|πάρτε',
)
export const TWICE = words(
  String.raw`\bdoubles?\b|\btwice\b|\b2x\b|\bx2\b|\bdoble\b|\bdobro\b|doppelt|verdoppel|raddoppi|\bdoppio\b|dubbel|вдво|вдвічі|удво|iki kat|dua kali`,
  'podw[oó]|gấp đôi|双倍|雙倍|两倍|兩倍|翻倍|得二|返二|[2二]倍|倍にし|두 ?배|2배|الضعف|مضاعف|दोगुना|दुगना|สองเท่า|διπλ',
)
/** Foundations double what others give. */
export const DONATE = words(
  'donat|donación|doação|\\bdons?\\b|spende|пожертв|bağış|donasi|darowizn|quyên góp|捐|寄付|기부|تبرع|दान',
)
/** How often interest is paid: no honest interest is so often. */
export const OFTEN =
  '(?:daily|every (?:single )?day|per day|a day|each day|weekly|(?:per|each|every) week|every hour|hourly|diari\\w*|cada (?:día|semana)|al día|ao dia|por dia|todos os dias|(?:cada|por) semana|täglich|(?:pro|jeden|am) tag|(?:pro|jede) woche|par jour|chaque (?:jour|semaine)|al giorno|ogni giorno|per dag|elke dag|om dagen|per week|varje dag|в день|в сутки|на добу|ежедневно|каждый день|еженедельно|щодня|günlük|her gün|günde|per hari|setiap hari|dziennie|codziennie|tygodniowo|denně|každý den|pe zi|în fiecare zi|mỗi ngày|một ngày|hàng ngày|每天|每日|每周|日化|毎日|毎週|(?<![月十])一日(?!現在|から|まで|に)|(?<![\\d月])1日(?!現在|から|まで|に)|日利|週利|매일|매주|하루|يومي[اً]*|كل يوم|प्रतिदिन|रोज|हर दिन|ต่อวัน|ทุกวัน|την ημέρα|κάθε μέρα)'
/** Words for none: the first are written apart from what follows. */
const NONE =
  '(?:(?<!\\p{L})(?:without|no|zero|ohne|kein\\p{L}*|sans|aucun\\p{L}*|sin|sem|nenhum\\p{L}*|senza|nessun\\p{L}*|без|нет|нулев\\p{L}*|bez|brak|fără|utan|ingen|zonder|geen|tanpa|không|nincs|nélkül|walang|χωρίς)(?!\\p{L})|\\b0|无|無|零|なし|ゼロ|(?:は|が|も)(?:あり|ござい)ません|없|무|بدون|بلا|لا|बिना|शून्य|नहीं|ছাড়া|ไม่มี|ללא|בלי|بی|بغیر)'
const HARM =
  '(?:risk\\p{L}*|loss(?:es)?(?!\\p{L})|risiko|verlust\\p{L}*|risque\\p{L}*|perte\\p{L}*|riesgo\\p{L}*|pérdida\\p{L}*|risco\\p{L}*|perda\\p{L}*|rischi\\p{L}*|perdit\\p{L}*|риск\\p{L}*|ризик\\p{L}*|убыт\\p{L}*|потер\\p{L}*|збитк\\p{L}*|ryzyk\\p{L}*|strat(?:a|y|ą|ę|om|ami|ach|ou)?(?!\\p{L})|rizik\\p{L}*|risc\\p{L}*|kockázat\\p{L}*|veszteség\\p{L}*|panganib|rủi ro|thua lỗ|风险|風險|亏损|虧損|リスク|損失|위험|손실|손해|مخاطر\\p{L}*|خسار\\p{L}*|जोखिम|नुकसान|घाट|ঝুঁকি|ความเสี่ยง|ขาดทุน|κίνδυν\\p{L}*|סיכון|הפסד|ریسک|ضرر|نقصان)'
/** Nothing can be lost: words for none and for harm together, in either order, or a phrase of its own. */
/** Takes back what stands before it. */
const IS_NOT =
  '(?!\\s?(?:(?:で|と)は(?:あり|ござい)ません|(?:で|と)はない|(?:する|という)(?:もの|わけ)では)|され(?:て(?:は)?い)?(?:ません|ない))'
export const NO_LOSS =
  `(?:${NONE}[\\s-]{0,2}(?:\\p{L}{1,12}\\s)?${HARM}|${HARM}[\\s-]{0,2}${NONE}|` +
  '\\bno risk|безрисков|безубыточ|zonder risico|sans (?:aucun )?risque|risikofrei|risk[- ]free|without loss|never (?:been )?lost|\\bno loss(?:es)?(?!\\p{L})|verluste gibt es nicht|zarar yok|không bao giờ lỗ|손해는|亏损全额|損しません|без убытков|bez strat|perfect record|(?<!\\p{L})sin (?:riesgo|pérdidas)|nunca han perdido|(?<!\\p{L})sem (?:qualquer )?risco|verluste? (?:sind|ist) ausgeschlossen|ohne (?:risiko|verlust)|jamais perdu|senza rischi\\w*|utan risk|без (?:риска|ризику)|risksiz|risk yok|bez (?:ryzyka|rizika)|fără risc|không (?:có )?rủi ro|稳赚|穩賺|无风险|無リスク|リスクなし|무위험|بدون مخاطر|जोखिम नहीं|कोई जोखिम|ไม่มีความเสี่ยง|χωρίς κίνδυνο|no way to lose)' +
  IS_NOT
export const CERTAIN = `${NO_LOSS}|(?:guarante\\w*|garantiz\\w*|garantiert\\w*|garant\\w{1,4}|gegarandeerd|assur\\w*|asegurad\\w*|insured in full|fixed|fest|beneficio fijo|固定到账|protett\\w|гарант\\S*|застрахован|garanti|dijamin|tanpa risiko|gwarant\\S*|zaručen|cam kết|đảm bảo|bảo toàn vốn|保证|保證|保本|元本保証|必ず|보장|مضمون|गारंटी|รับประกัน|εγγυημέν)${IS_NOT}`
