import type { Page } from '../../facts/page.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { form, named, page } from '../../testing/sampleUrl.ts'
import detector from './wallet-password-form.ts'

const shows = (more: Partial<Page>) => ({ page: page({ text: 'MetaMask Welcome back! Unlock', ...more }) })
const wallet = [named('MetaMask', 'text')]

detectorTest(detector, {
  detects: { 'a drawn wallet': shows({ brands: wallet, forms: [form(['password'])] }) },
  clears: {
    'a login with a name': shows({ brands: wallet, forms: [form(['email', 'password'])] }),
    'a password without a wallet': shows({ brands: [], forms: [form(['password'])] }),
    'a guide with a word on locked pages': shows({ brands: wallet, forms: [form(['password'])], text: 'Members only' }),
  },
})
