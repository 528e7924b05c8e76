/**
 * Runs in a world of its own: answers a picture of the page's icon on white, as PNG in base64; null where the site does not let it be
 * read. The page does not see the element.
 */
export async function drawIcon({ icon, side }) {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = icon
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, side, side)
  const scale = (side - 12) / Math.max(image.width, image.height, 1)
  const [width, height] = [image.width * scale, image.height * scale]
  drawing.drawImage(image, (side - width) / 2, (side - height) / 2, width, height)
  return canvas.toDataURL('image/png').split(',')[1] ?? null
}
