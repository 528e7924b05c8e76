import { testImporter } from './testParsing.ts'

testImporter('adguard', [
  {
    name: 'rules that block, whatever their options',
    text: [
      '[Adblock Plus 2.0]',
      '! Title: Sample',
      '||evil.example^',
      '||Sub.Evil.example^$all',
      '||a.example^$third-party,important',
      '||sites.google.com/view/thief^',
      '|https://b.example/claim|',
      'c.example',
      '0.0.0.0 d.example',
    ].join('\n'),
    entries: [
      'host evil.example',
      'host sub.evil.example',
      'host a.example',
      'host c.example',
      'host d.example',
      'url sites.google.com/view/thief',
      'url b.example/claim',
    ],
  },
  {
    name: 'exceptions, cosmetic rules and scripts say nothing',
    text: '||evil.example^\n@@||good.example^\ngood.example##.ad\ngood.example,b.example#@#.ad\ngood.example#$#body{}\ngood.example$$div\n##.banner\n#@#.banner\n#?#div:has(a)\n#%#//scriptlet("x")\n$$script[a="b"]\n# remark\n',
    entries: ['host evil.example'],
  },
  {
    name: 'rules that hold somewhere only must not hold everywhere',
    text: '||evil.example^\n||cdn.example^$domain=evil.example\n||b.example^$badfilter\n||c.example^$script,denyallow=d.example\n',
    entries: ['host evil.example'],
    refused: ['conditional-rule 3'],
  },
  {
    name: 'patterns are no hosts, shared hosts are refused',
    text: '||evil.example^\n||ev*l.example^\n/banner\\d+/\n/good.example/\n||b.example/*/c^\n||x.com^\n',
    entries: ['host evil.example'],
    refused: ['not-an-entry 4', 'shared-host 1'],
  },
])
