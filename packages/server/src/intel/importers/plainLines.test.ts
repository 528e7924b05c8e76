import { sample, testImporter } from './testParsing.ts'

testImporter('lines', [
  {
    name: 'URLs (OpenPhish)',
    text: sample('openphish.txt'),
    entries: [
      'url sites.google.com/view/parcel-redelivery-sample',
      'url 198.51.100.23/~mail/login.php',
      'url lantern-support.example/wallet/restore',
      'host bank-secure.example',
    ],
  },
  {
    name: 'domains (Phishing.Database)',
    text: sample('phishing-database.txt'),
    entries: [
      'host 000lantern-login.example',
      'host account-update.parcel-service.example',
      'host bank-secure.example',
    ],
  },
  {
    name: 'remarks and blank lines, any line end',
    text: '# one\r\n\r\n  ; two\r// three\na.example  # four\r\nb.example // five\rc.example/#frag\n   \nd.example',
    entries: ['host a.example', 'host b.example', 'host c.example', 'host d.example'],
  },
  {
    name: 'what is meant for a part of a site does not list the site',
    text: 'a.example\nhttps://honest.example/?s=spam\nhonest.example##.ad\nhxxps://evil[.]example/x\n',
    entries: ['host a.example', 'url evil.example/x'],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'NUL and control characters spoil their own line only',
    text: 'a.example\nb\0.example\nc\u001b[31m.example\nd.example\n',
    entries: ['host a.example', 'host d.example'],
    refused: ['not-an-entry 2'],
  },
  {
    name: 'broken UTF-8 spoils its own line only',
    text: Buffer.concat([Buffer.from('a.example\n'), Buffer.from([0xe9, 0x76]), Buffer.from('.example\nb.example\n')]),
    entries: ['host a.example', 'host b.example'],
    refused: ['not-an-entry 1'],
  },
  {
    name: 'a byte order mark is no part of the first line',
    text: '\ufeffa.example\nb.example\n',
    entries: ['host a.example', 'host b.example'],
  },
  {
    name: 'UTF-16 with a byte order mark, little-endian',
    text: Buffer.from('\ufeffa.example\r\nmetamąsk.example\r\n', 'utf16le'),
    entries: ['host a.example', 'host xn--metamsk-t4a.example'],
  },
  {
    name: 'UTF-16 with a byte order mark, big-endian',
    text: Buffer.from('\ufeffa.example\nb.example\n', 'utf16le').swap16(),
    entries: ['host a.example', 'host b.example'],
  },
  {
    name: 'a million-character line is passed over, wherever it stands',
    text: `a.example\n${'x'.repeat(1_000_000)}\nb.example\n${'y'.repeat(1_000_000)}`,
    entries: ['host a.example', 'host b.example'],
    refused: ['line-too-long 2'],
  },
])
