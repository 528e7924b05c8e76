import { defineDetector } from '../../engine/detector.ts'
import { isProgram } from '../../url/crossings.ts'
import { verifiedSiteOwner } from '../../url/trustOfSite.ts'

/** Programs that honest projects do not hand out. */
const SUSPECT = /\.(bat|cmd|com|ps1|vbs|js|hta|scr|lnk|iso|img|cpl|wsf)$/i
/** `invoice.pdf.exe`: one kind of file that calls itself another. */
const DISGUISED = /\.(pdf|docx?|xlsx?|jpe?g|png|txt|csv|zip)\s*\.[a-z0-9]{2,4}$/i

export default defineDetector({
  id: 'executable-download',
  title: 'Executable file download',
  why: 'The link does not open a page: it downloads a program. Wallets and games are distributed like this, and so is malware that poses as them.',
  advice: 'Get programs from the maker’s own site or an app store, and compare the checksum.',
  appliesTo: 'url',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  family: 'malware',
  needs: ['visit', 'site', 'trust', 'hopTrust'],
  detect: ({ visit, site, trust, hopTrust }) => {
    if (!visit.reached) return { unknown: ['what it hands out'], decisive: false }
    const { download } = visit
    if (download === null || !isProgram(download)) return []
    const isKnown = verifiedSiteOwner({ visit, site, trust, hopTrust }) !== null
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
