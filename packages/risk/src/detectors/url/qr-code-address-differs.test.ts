import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './qr-code-address-differs.ts'

const [payee, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
const shows = (instead: string | null) => ({
  browsing: browsing({ codes: [{ text: `ethereum:${payee}`, kind: 'payment', payee, instead }] }),
})

detectorTest(detector, {
  detects: { 'another address beside the code': shows(other) },
  clears: {
    'the address that is shown': shows(null),
    'a link': {
      browsing: browsing({ codes: [{ text: 'https://tea.example/', kind: 'link', payee: null, instead: null }] }),
    },
    nothing: {},
  },
})
