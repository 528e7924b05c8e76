import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing } from '../../testing/sampleUrl.ts'
import detector from './copied-address-differs.ts'

const [shown, other] = [`0x${'ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
const copies = (instead: string | null) => ({
  browsing: browsing({ copies: [{ text: other, unprompted: false, shown: instead === null, instead }] }),
})

detectorTest(detector, {
  detects: { 'another address': copies(shown) },
  clears: { 'the shown address': copies(null), nothing: {} },
})
