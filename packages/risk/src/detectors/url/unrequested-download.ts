import { defineDetector } from '../../engine/detector.ts'
import type { Browsing } from '../../facts/browsing.ts'
import { listWords } from '../../wording/listWords.ts'

const PROGRAM = /\.(exe|msi|msix|dmg|pkg|apk|jar|bat|cmd|com|ps1|vbs|js|hta|scr|lnk|iso|img)$/i

export default defineDetector({
  id: 'unrequested-download',
  title: 'Unrequested file download',
  why: 'While a browser ran the page without pressing any link, the page began to download a file.',
  advice: 'Delete the file and do not open it.',
  appliesTo: 'url',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'malware',
  needs: ['browsing'],
  detect: ({ browsing }) => {
    // A download after a press is what the visitor may have pressed for.
    const downloads = browsing.downloads.filter(({ afterPress }) => !afterPress)
    if (downloads.length === 0) return []
    return [
      {
        severity: downloads.some(isProgram) ? 'high' : 'low',
        description: `The page starts to download ${listWords(downloads.map(({ name }) => (name === '' ? 'a file' : name.slice(0, 80))))}.`,
        evidence: { downloads: downloads.slice(0, 6).map(describeDownload) },
      },
    ]
  },
})

type Download = Browsing['downloads'][number]

/** A name that the page chose may hide what the address shows. The host of an address ends in `.com` for other reasons. */
function isProgram({ name, url }: Download): boolean {
  const path = /^https?:\/\/[^/]*([^?]*)/.exec(url ?? '')?.[1] ?? ''
  return PROGRAM.test(name) || PROGRAM.test(path)
}

function describeDownload({ name, url }: Download): string {
  return (url === null ? name : `${name} from ${url}`).slice(0, 300)
}
