import type { CopiedText, GivenText } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, page, trust } from '../../testing/sampleUrl.ts'
import detector from './device-code-phishing.ts'

const leads = { page: page({ deviceSignIn: 'microsoft.com/devicelogin' }) }
const given = (text: string, kind: GivenText['kind'] = 'device-code') => ({
  browsing: browsing({ given: [{ kind, host: 'teashop.example', text }] }),
})
const copies = (text: string) => {
  const copy: CopiedText = { text, unprompted: false, shown: true, instead: null }
  return { browsing: browsing({ copies: [copy] }) }
}

detectorTest(detector, {
  detects: {
    'a code that its server gave it to show': { ...leads, ...given('FJ7KQ2WNX'), severity: 'high' },
    'a code that it copies alone': { ...leads, ...copies('WDJB-MJHT') },
    'a code of eight letters': { ...leads, ...copies('BJQTRWXC') },
  },
  clears: {
    'a code without a sign-in of another provider': given('FJ7KQ2WNX'),
    'a guide that shows what a program prints': leads,
    'a guide whose command is copied': { ...leads, ...copies('gh auth login --web') },
    'a word in capitals': { ...leads, ...copies('DOCUMENT') },
    'a recovery phrase': { ...leads, ...given('able acid …', 'phrase') },
    'an official site': { ...leads, ...given('FJ7KQ2WNX'), trust: trust({ official: 'Tea Shop' }) },
    'a popular site': { ...leads, ...given('FJ7KQ2WNX'), trust: trust({ popular: { rank: 40, list: 'Top' } }) },
    nothing: {},
  },
})
