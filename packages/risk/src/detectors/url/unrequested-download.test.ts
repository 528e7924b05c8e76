import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './unrequested-download.ts'

const starts = (name: string, url: string | null = 'https://files.example.com/x') => ({
  browsing: browsing({ downloads: [{ name, url }] }),
})

detectorTest(detector, {
  detects: {
    'a program': starts('update.exe'),
    'a program that the page makes itself': starts('update.exe', null),
    'a program whose address tells it': starts('menu', 'https://else.example/update.exe?v=1'),
    'a document': { ...starts('menu.pdf'), severity: 'low' },
    'a document of a host that ends like a program': { ...starts('menu.pdf', 'https://example.com'), severity: 'low' },
    'a file without a name': { ...starts('', null), severity: 'low' },
  },
  clears: {
    'a program after a press': {
      browsing: browsing({ downloads: [{ name: 'setup.exe', url: 'https://a.example/s', afterPress: true }] }),
    },
    'no download': {},
  },
})
