import { sample, testImporter } from './testParsing.ts'

testImporter('hosts', [
  {
    name: 'URLhaus',
    text: sample('urlhaus-filter.txt'),
    label: 'malware',
    entries: ['host cdn-update.example', 'host files.dropper.example'],
  },
  {
    name: 'what a machine calls itself, several names, remarks, IPv6',
    text: [
      '127.0.0.1 localhost',
      '127.0.0.1 localhost.localdomain',
      '::1 ip6-localhost ip6-loopback',
      'fe80::1%lo0 localhost',
      '255.255.255.255 broadcasthost',
      '0.0.0.0 0.0.0.0',
      '0.0.0.0\ta.example b.example # c.example',
      ':: d.example',
      '#0.0.0.0 e.example',
      '',
    ].join('\n'),
    entries: ['host a.example', 'host b.example', 'host d.example'],
  },
  {
    name: 'lines of another format are refused, shared hosts too',
    text: '0.0.0.0 a.example\nb.example\n0.0.0.0\n0.0.0.0 www.facebook.com\n||c.example^\n0.0.0.0 word\n',
    entries: ['host a.example'],
    refused: ['malformed 3', 'shared-host 1', 'not-an-entry 1'],
  },
])
