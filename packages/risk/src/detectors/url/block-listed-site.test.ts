import { detectorTest } from '../../testing/detectorTest.ts'
import { listed, trust } from '../../testing/sampleUrl.ts'
import detector from './block-listed-site.ts'

detectorTest(detector, {
  detects: {
    'a host on a list': { trust: listed('teashop.example') },
    'a list of malware': { trust: listed('teashop.example', 'malware') },
    'a mixer': { trust: listed('teashop.example', 'mixer'), severity: 'high' },
    'an official site that was taken over': { trust: { ...listed('teashop.example'), official: 'Tea' } },
  },
  clears: {
    'a site on no list': { trust: trust() },
    'an official site': { trust: trust({ official: 'Tea' }) },
  },
})
