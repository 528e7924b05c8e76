import { defineDetector } from '../../engine/detector.ts'
import { isProgram } from '../../url/crossings.ts'
import { judgePage } from '../../url/pageEvidence.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'
import { quote } from '../../wording/accountNames.ts'
import { listWords } from '../../wording/listWords.ts'

/** Opera, Edge, Safari and Brave are also ordinary words: they count beside the maker or the word browser. */
const BROWSER = [
  '(?:google |mozilla )?(?:chrome|chromium|firefox)',
  '(?:microsoft edge|apple safari|opera software|brave software)',
  '(?:(?:web|internet|edge|safari|opera|brave) )?browser',
  '(?:adobe )?flash player',
].join('|')
/** Browsers and players in other languages, and that they are old or have to be renewed. */
const ANY_BROWSER =
  'navigateur|navegador|браузер|tarayıcı|peramban|przeglądark|trình duyệt|浏览器|瀏覽器|ブラウザ|브라우저|متصفح|ब्राउज़र|lecteur (?:vidéo|flash)|reproductor|плеер|odtwarzacz|pemutar|trình phát|播放器|プレーヤー|플레이어|مشغل|votre lecteur'
const UPDATE_WORDS =
  'mise à jour|mettre à jour|mettez à jour|actualiz|atualiz|aggiorna|aktualisier|обнов|güncelle|perbarui|pembaruan|aktualiz|cập nhật|更新|アップデート|업데이트|تحديث|अपडेट'
const UPDATE_OR_OLD = `${UPDATE_WORDS}|trop ancien|obsolète|obsolet|desactualizad|desatualizad|veraltet|устарел|eski|güncel değil|usang|przestarzał|lỗi thời|过期|過期|过旧|古い|오래된|구버전|قديم|पुराना`
/** Claims of such pages: the visitor's browser is too old, or has to be updated here. */
const CLAIMS = new RegExp(
  [
    String.raw`\b(?:${BROWSER})\b[^.!?]{0,50}\b(?:out(?:[- ]of[- ]date|dated)|obsolete|update (?:is )?(?:required|needed))`,
    String.raw`\b(?:update|upgrade) (?:your |my )?(?:${BROWSER})\b`,
    String.raw`\b(?:outdated|old|unsupported) (?:version of (?:your )?)?(?:${BROWSER})\b`,
    `(?:${ANY_BROWSER})[^.!?。！？]{0,80}(?:${UPDATE_OR_OLD})|(?:${UPDATE_OR_OLD})[^.!?。！？]{0,40}(?:${ANY_BROWSER})`,
  ].join('|'),
  'iu',
)
/** Makers of other programs also tell of old browsers: the file itself has to pass for the browser or its update, */
const NAMED =
  /browser|chrom(?:e|ium)|firefox|flash[-_. ]?player|up(?:dat|grad)(?:e(?!d)|ing)|(?:edge|safari|opera|brave)[-_. ]?(?:setup|install)/i
/** or the page to tell the visitor to install the update. */
const HANDED = new RegExp(
  String.raw`\b(?:download|install|run|open|apply|get) (?:the |this |your |an? )?(?:(?:latest|new|critical|required|security) )?(?:(?:${BROWSER}) )?update\b`,
  'i',
)
const OFFERED = new RegExp(UPDATE_WORDS, 'iu')
/** How a browser takes an extension that no store has looked at: its makers' page for developers, by address or by name. */
const LOADED_BY_HAND =
  /\b(?:chrome|edge|brave|opera|vivaldi):\/\/(?:extensions|flags)|\babout:(?:addons|debugging)|\bload unpacked\b/i
const PACKED = /\.(?:zip|rar|7z|crx|xpi)$/i
const EXTENSION =
  '\\b(?:wallet|extension|add-?on|plug-?in)s?\\b|erweiterung|extensi[óo]n|extensão|estensione|cartera|billetera|carteira|portafoglio|portefeuille|расширени|кошел|eklenti|cüzdan|ekstensi|dompet|tiện ích|ví |rozszerzen|portfel|扩展|擴充|插件|钱包|錢包|拡張機能|ウォレット|확장|지갑|إضافة|محفظة|एक्सटेंशन|वॉलेट'
/** It is too old, */
const TOO_OLD =
  /\b(?:is|are|has become|too) (?:\w{1,12} )?(?:old|out ?dated|out of date|obsolete|expired|unsupported|vulnerable)\b|trop ancien|obsol[eèé]t|desactualizad|desatualizad|veraltet|устарел|güncel değil|usang|przestarzał|lỗi thời|过期|過期|过旧|古い|오래된|구버전|قديم|पुराना/iu
/** or has to be renewed: an update, and that it is no choice. */
const UPDATE = new RegExp(`\\b(?:update|upgrade)\\b|${UPDATE_WORDS}`, 'iu')
const NO_CHOICE =
  /\b(?:mandatory|required|urgent|critical|immediately|now|must)\b|obligatoi?ri[ao]|obligatoire|zwingend|sofort|обязательн|срочно|zorunlu|wajib|bắt buộc|wymagan|必須|必须|今すぐ|立即|필수|إلزامي|अनिवार्य/iu
const near = (one: string, other: string) =>
  new RegExp(`(?:${one})[^.!?。！？]{0,80}(?:${other})|(?:${other})[^.!?。！？]{0,40}(?:${one})`, 'iu')
const CALLED_OLD = near(EXTENSION, TOO_OLD.source)
const TO_BE_UPDATED = near(EXTENSION, UPDATE.source)
const UPDATE_FORCED = near(UPDATE.source, NO_CHOICE.source)
/** What a store has, and the generations of extensions, are no claim about the visitor's own. */
const OF_STORE = /\bstore\b|\bmanifest\b|\bv[23]\b|ストア|商店|스토어|магазин|tienda|mağaza|boutique/iu
const YOURS =
  /\byour?s?\b|\bihre?n?\b|\bvotre\b|\bsu\b|\btu\b|\bseu\b|\bsua\b|\bil tuo\b|ваш|twoj|anda|của bạn|您|你|お使い|ご利用|당신|आपक/iu
/** A date, or that funds or the extension stop working. */
const PRESSES =
  /\d{1,2}\s?[月월]\s?\d{1,2}|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b20\d\d-\d\d-\d\d\b|\b\d{1,2}(?:st|nd|rd|th|\.)? (?:de |of )?(?:jan|feb|fév|mar|mär|apr|abr|avr|may|mai|mayo|jun|jul|juin|juil|aug|ago|août|sep|oct|okt|out|nov|dec|dez|dic|déc|янв|фев|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)|\b(?:within|in the next) \d{1,3} (?:minutes|hours|days)|\b(?:cannot|can['’]t|no longer|unable to) (?:be )?(?:send|sent|receive|withdraw|access|use|work)|\bstops? working\b|\b(?:funds|assets|coins|access) (?:will be |are |is )?(?:lost|locked|frozen|at risk)|\blose (?:your |access)|できなくなり|資産を守|无法|無法|保护(?:您|你)?的?资产|не смож|потеря|заблокир|nicht mehr|verlier|ne (?:pourrez|fonctionner)|perdr|dejará|perder|bloque|परिसंपत्ति|खो|못하|잃/iu
/** Characters of a claim that are shown. */
const LONGEST_CLAIM = 160
const ARCHIVE = /\.(?:zip|rar|7z)$/i
/** Sites of browser makers: a page may link visitors with old browsers there. */
const MAKERS = ['google.com', 'mozilla.org', 'mozilla.net', 'microsoft.com', 'apple.com', 'opera.com', 'brave.com']

export default defineDetector({
  id: 'fake-browser-update',
  title: 'Fake browser update download',
  why: 'Browsers and their extensions update themselves, never from an ordinary page. The “update” on such a page is malware, and steals wallets and passwords.',
  advice: 'Do not open the file. Update the browser in its own menu, and extensions in its store.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const words = `${shown.title ?? ''} . ${shown.text}`
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      const loaded = shown.links.downloads.filter((url) => PACKED.test(fileOf(url)) || isProgram(fileOf(url)))
      const old = LOADED_BY_HAND.test(words) && loaded.length > 0 ? oldExtensionIn(words) : undefined
      if (old !== undefined)
        return [
          {
            // Makers tell of old versions too; thieves press.
            severity: PRESSES.test(words) ? 'high' : 'medium',
            description: `${visit.final.host} says ${quote(old)} and has visitors load ${listWords(loaded.map(fileOf), 2)} past the store.`,
            evidence: { url: visit.final.href, says: old, downloads: loaded.slice(0, 6) },
          },
        ]
      const claim = CLAIMS.exec(words)
      const isHanded = HANDED.test(words) || OFFERED.test(words)
      const strange = shown.links.downloads.filter(
        (url) => !isOfMaker(URL.parse(url)?.hostname ?? '') && passesForUpdate(fileOf(url), isHanded),
      )
      if (claim === null || strange.length === 0) return []
      return [
        {
          description: `${visit.final.host} says ${quote(claim[0])} and offers ${listWords(strange.map(fileOf), 2)}.`,
          evidence: { url: visit.final.href, says: claim[0], downloads: strange.slice(0, 6) },
        },
      ]
    }),
})

/** The sentence that says the visitor's extension is too old, or has to be updated. */
function oldExtensionIn(words: string): string | undefined {
  return words
    .split(/[.!?]\s|[。！？।]/u)
    .map((one) => one.trim())
    .find(
      (one) =>
        (CALLED_OLD.test(one) || (TO_BE_UPDATED.test(one) && UPDATE_FORCED.test(one))) &&
        (!OF_STORE.test(one) || YOURS.test(one)),
    )
    ?.slice(0, LONGEST_CLAIM)
}

function isOfMaker(host: string): boolean {
  return MAKERS.some((maker) => host === maker || host.endsWith(`.${maker}`))
}

function passesForUpdate(file: string, isHanded: boolean): boolean {
  if (isProgram(file)) return isHanded || NAMED.test(file)
  return ARCHIVE.test(file) && NAMED.test(file)
}

function fileOf(url: string): string {
  return URL.parse(url)?.pathname.split('/').at(-1) || 'a file'
}
