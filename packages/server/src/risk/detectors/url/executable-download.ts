import { defineDetector } from '../../detector.ts'
import { isProgram } from '../../url/isProgram.ts'
import { vouchedBy } from '../../url/vouchedBy.ts'

/** Programs that honest projects do not hand out. */
const SUSPECT = /\.(bat|cmd|com|ps1|vbs|js|hta|scr|lnk|iso|img|cpl|wsf)$/i
/** `invoice.pdf.exe`: one kind of file that calls itself another. */
const DISGUISED = /\.(pdf|docx?|xlsx?|jpe?g|png|txt|csv|zip)\s*\.[a-z0-9]{2,4}$/i

export default defineDetector({
  id: 'executable-download',
  title: 'It hands out a program',
  why: 'The link does not open a page: it downloads something that runs. Wallets and games are handed out in this way, and so are thieves that pose as them.',
  advice: 'Get programs from the maker’s own site or a shop, and compare the checksum.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'malware',
  needs: ['visit', 'site', 'standing', 'hopStandings'],
  detect: ({ visit, site, standing, hopStandings }) => {
    if (!visit.reached) return { unknown: ['what it hands out'], decisive: false }
    const { download } = visit
    if (download === null || !isProgram(download)) return []
    const isKnown = vouchedBy({ visit, site, standing, hopStandings }) !== null
    const isSuspect = SUSPECT.test(download) || DISGUISED.test(download)
    return [
      {
        severity: isKnown ? 'info' : isSuspect ? 'high' : 'medium',
        description: `The link downloads ${download} from ${visit.final.host}.`,
        evidence: { url: visit.final.href, file: download, contentType: visit.contentType },
      },
    ]
  },
})
