import { detectorTest } from '../../testing/detectorTest.ts'
import { allowance, origin, signIn } from '../../testing/sampleMessage.ts'
import detector from './sign-in-domain-mismatch.ts'

const from = (host: string, registrable: string | null = host, url = `https://${host}`) =>
  origin({ host, registrable, url })

detectorTest(detector, {
  detects: {
    'a site that signs in elsewhere': { intents: [signIn()], origin: from('evil.example') },
    'a name that only begins alike': { intents: [signIn()], origin: from('app.example.evil.example', 'evil.example') },
    'a neighbour on shared hosting': {
      intents: [signIn({ domain: 'bank.vercel.app', uri: null })],
      origin: from('evil.vercel.app'),
    },
    'a neighbour where the name has no owner': {
      intents: [signIn({ domain: 'a.sites.example', uri: null })],
      origin: from('b.sites.example', null),
    },
    'a domain that browsers read as another': {
      intents: [signIn({ domain: 'app.example@evil.example', uri: null })],
      origin: from('app.example'),
    },
    'what is no domain': { intents: [signIn({ domain: 'app example', uri: null })], origin: from('app.example') },
    'another subdomain of the same site': {
      severity: 'medium',
      intents: [signIn({ domain: 'login.example.org', uri: null })],
      origin: from('app.example.org', 'example.org'),
    },
    'another port of the same host': {
      severity: 'high',
      intents: [signIn({ uri: null })],
      origin: from('app.example', 'app.example', 'https://app.example:8443'),
    },
    'the usual port, asked for another': {
      severity: 'high',
      intents: [signIn({ domain: 'app.example:8443', uri: null })],
      origin: from('app.example'),
    },
    'another scheme than the message states': {
      severity: 'high',
      intents: [signIn({ scheme: 'https', uri: null })],
      origin: from('app.example', 'app.example', 'http://app.example'),
    },
    'a page without a certificate': {
      severity: 'medium',
      intents: [signIn({ uri: null })],
      origin: from('app.example', 'app.example', 'http://app.example'),
    },
    'its own domain with a resource elsewhere': {
      severity: 'medium',
      intents: [signIn({ uri: 'https://evil.example' })],
      origin: from('app.example'),
    },
  },
  clears: {
    'its own site': { intents: [signIn()], origin: from('app.example') },
    'its own site with a port and other case': {
      intents: [signIn({ domain: 'App.Example:8443', uri: null })],
      origin: from('app.example', 'app.example', 'https://app.example:8443/swap'),
    },
    'the usual port, written out': {
      intents: [signIn({ domain: 'app.example:443', scheme: 'https', uri: null })],
      origin: from('app.example'),
    },
    'a stated scheme': {
      intents: [signIn({ scheme: 'http', domain: 'app.example', uri: null })],
      origin: from('app.example', 'app.example', 'http://app.example'),
    },
    'a page of this machine': {
      intents: [signIn({ domain: 'localhost:3000', uri: null })],
      origin: from('localhost', null, 'http://localhost:3000'),
    },
    'a page of its own site': { intents: [signIn({ uri: 'https://app.example/a?b' })], origin: from('app.example') },
    'a decentralised identifier as resource': {
      intents: [signIn({ uri: 'did:key:z6Mk' })],
      origin: from('app.example'),
    },
    'an international name': {
      intents: [signIn({ domain: 'bücher.example', uri: null })],
      origin: from('xn--bcher-kva.example'),
    },
    'a permit': { intents: [allowance()], origin: from('evil.example') },
  },
  unknowns: { 'a sign-in for a site that the caller does not name': { intents: [signIn()], origin: null } },
})
