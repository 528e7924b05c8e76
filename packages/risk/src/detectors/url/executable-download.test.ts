import { detectorTest } from '../../testing/detectorTest.ts'
import { trust, unreached, visit } from '../../testing/sampleUrl.ts'
import detector from './executable-download.ts'

const file = (download: string) => visit({ download, contentType: 'application/octet-stream' })

detectorTest(detector, {
  detects: {
    'an installer': { visit: file('setup.exe') },
    'a script': { visit: file('update.vbs'), severity: 'high' },
    'a program that calls itself a document': { visit: file('invoice.pdf.exe'), severity: 'high' },
    'the installer of a known project, which is a mention': {
      visit: file('setup.exe'),
      trust: trust({ official: 'Tea Wallet' }),
      severity: 'info',
    },
  },
  clears: { 'a document': { visit: file('menu.pdf') }, 'a page': {} },
  unknowns: { 'a site that does not answer': unreached() },
})
