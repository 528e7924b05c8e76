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
const ARCHIVE = /\.(?:zip|rar|7z)$/i
/** Sites of browser makers: a page may link visitors with old browsers there. */
const MAKERS = ['google.com', 'mozilla.org', 'mozilla.net', 'microsoft.com', 'apple.com', 'opera.com', 'brave.com']

export default defineDetector({
  id: 'fake-browser-update',
  title: 'Fake browser update download',
  why: 'Browsers update themselves, never from an ordinary page. The “update” on such a page is malware, and steals wallets and passwords.',
  advice: 'Do not open the file. Update the browser in its own menu.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  needs: ['visit', 'page', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, page, site, trust, hopTrust }) =>
    judgePage({ visit, page }, (shown) => {
      const words = `${shown.title ?? ''} . ${shown.text}`
      const claim = CLAIMS.exec(words)
      const isHanded = HANDED.test(words) || OFFERED.test(words)
      const strange = shown.links.downloads.filter(
        (url) => !isOfMaker(URL.parse(url)?.hostname ?? '') && passesForUpdate(fileOf(url), isHanded),
      )
      if (claim === null || strange.length === 0) return []
      if (verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null) return []
      return [
        {
          description: `${visit.final.host} says ${quote(claim[0])} and offers ${listWords(strange.map(fileOf), 2)}.`,
          evidence: { url: visit.final.href, says: claim[0], downloads: strange.slice(0, 6) },
        },
      ]
    }),
})

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
