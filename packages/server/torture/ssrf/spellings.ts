/** Ways to write the host of a URL that end at one IPv4 address, after a parser or a sloppy filter has read it. */
export function spellings(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = number.toString(16).padStart(8, '0')
  const v6 = `${hex.slice(0, 4)}:${hex.slice(4)}`
  const digits = (from: number) => address.replace(/\d/g, (digit) => String.fromCodePoint(from + Number(digit)))
  return [
    `${number}`,
    `0x${hex}`,
    `0x0000${hex}`,
    `0${number.toString(8)}`,
    parts.map((part) => `0x${part.toString(16)}`).join('.'),
    parts.map((part) => `0${part.toString(8)}`).join('.'),
    parts.map((part) => `0000${part.toString(8)}`).join('.'),
    `${a}.0x${b.toString(16)}.0${c.toString(8)}.${d}`,
    `${a}.${number % 2 ** 24}`,
    `${a}.${b}.${c * 256 + d}`,
    `${address}.`,
    address.replaceAll('.', '。'),
    address.replaceAll('.', '｡'),
    address.replaceAll('.', '%2e'),
    encodeAll(address),
    digits(0xff10),
    digits(0x1d7ce),
    digits(0x1d7f6),
    address.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
    `good.test@${address}`,
    `good.test:80@${address}`,
    `good.test%00@${address}`,
    `${address}\\@good.test`,
    `${address}#@good.test`,
    `${address}?@good.test`,
    `\t${address}\n`,
    `[::ffff:${address}]`,
    `[::ffff:${v6}]`,
    `[0:0:0:0:0:FFFF:${v6}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[2002:${v6}::]`,
  ]
}

function encodeAll(text: string): string {
  return Array.from(text, (char) => `%${char.charCodeAt(0).toString(16)}`).join('')
}
