import type { TypedSecret } from '../../facts/browsing.ts'
import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, site, tls, trust } from '../../testing/sampleUrl.ts'
import detector from './password-sent-to-another-site.ts'

const OWN = site().host
const sends = (host: string, channel: TypedSecret['channel'] = 'fetch', kind: TypedSecret['kind'] = 'password') => ({
  browsing: browsing({ typed: [{ kind, host, channel }] }),
})
const toElse = sends('else.example')
const shares = (names: string[], status: 'valid' | 'self_signed' = 'valid') => ({
  certificates: [{ site: site(), tls: tls({ names: [OWN, ...names], status }) }],
})

detectorTest(detector, {
  detects: {
    'by a script': { ...toElse, severity: 'medium' },
    'by a form': sends('else.example', 'form'),
    'over a WebSocket to a port': sends('else.example:8443', 'websocket'),
    'to a host with its name in front': sends(`${OWN}.else.example`),
    'to a customer of a platform': sends('collect.vercel.app'),
    'to a host that only ends like a provider of sign-ins': sends('myokta.com'),
    'with a certificate that no authority signed': { ...toElse, ...shares(['else.example'], 'self_signed') },
    'with the certificate of a hosting company': {
      ...toElse,
      ...shares(['else.example', ...Array.from({ length: 30 }, (_, at) => `customer${at}.example`)]),
    },
  },
  clears: {
    'its own server': sends(OWN),
    'another host of the site': sends(`id.${OWN}:8443`),
    'a provider of sign-ins': sends('acme.eu.auth0.com'),
    'a host with the same certificate': { ...toElse, ...shares(['else.example']) },
    'a host under a name of the same certificate': { ...sends('id.else.example'), ...shares(['*.else.example']) },
    'a known site': { ...toElse, contactTrust: { 'else.example': trust({ official: 'Else' }) } },
    'a popular site': { ...toElse, contactTrust: { 'else.example': trust({ popular: { rank: 9, list: 'Top' } }) } },
    'an official site': { ...toElse, trust: trust({ official: 'Tea Shop' }) },
    'a picture, which has a rule of its own': sends('else.example', 'image'),
    'other words': sends('else.example', 'fetch', 'sentence'),
    nothing: {},
  },
})
