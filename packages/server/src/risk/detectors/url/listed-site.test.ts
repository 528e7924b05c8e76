import { detectorTest } from '../../detectorTest.ts'
import { listed, standing } from '../../sampleUrl.ts'
import detector from './listed-site.ts'

detectorTest(detector, {
  detects: {
    'a host on a list': { standing: listed('teashop.example') },
    'a list of malware': { standing: listed('teashop.example', 'malware') },
    'a mixer': { standing: listed('teashop.example', 'mixer'), severity: 'high' },
    'an official site that was taken over': { standing: { ...listed('teashop.example'), official: 'Tea' } },
  },
  clears: {
    'a site on no list': { standing: standing() },
    'an official site': { standing: standing({ official: 'Tea' }) },
  },
})
