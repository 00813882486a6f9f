/** Photographs that say where they were taken. Their pictures are the word “picture”, which nothing decodes. */
import { crc32 } from 'node:zlib'

/** EXIF with the orientation 6, and a position. */
const tiff = Buffer.concat([Buffer.from('49492a0008000000010012010300010000000600000000000000', 'hex'), Buffer.from('GPS 48.2,16.4')])
const xmp = Buffer.from('<x:xmpmeta>GPS 48.2,16.4</x:xmpmeta>')

/** Returns each media type, the file, and the bytes of the orientation that must stay. */
export function createPhotographs(): [type: string, photograph: Buffer, orientation: Buffer][] {
  const orientation = Buffer.from('01120003000000010006', 'hex')
  return [
    ['image/jpeg', createJpeg(), orientation],
    ['image/png', createPng(), orientation],
    ['image/webp', createWebp(), orientation],
  ]
}

function createJpeg(): Buffer {
  const segment = (marker: number, content: Buffer): Buffer => {
    const head = Buffer.alloc(4)
    head.writeUInt16BE(marker, 0)
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    segment(0xff_e1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])),
    segment(0xff_e1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), xmp])),
    segment(0xff_db, Buffer.alloc(8)),
    segment(0xff_da, Buffer.alloc(4)),
    Buffer.from('picture'),
    Buffer.from('ffd9', 'hex'),
  ])
}

function createPng(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), content])))
    return Buffer.concat([length, Buffer.from(type), content, sum])
  }
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    chunk('iTXt', Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), xmp])),
    chunk('tEXt', Buffer.from('Raw profile type exif\0GPS')),
    chunk('tEXt', Buffer.from('Software\0Camera')),
    chunk('eXIf', tiff),
    chunk('IDAT', Buffer.from('picture')),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function createWebp(): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(content.length)
    return Buffer.concat([Buffer.from(type), length, content, Buffer.alloc(content.length % 2)])
  }
  const chunks = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.from('0c000000000000000000', 'hex')),
    chunk('VP8 ', Buffer.from('picture')),
    chunk('EXIF', tiff),
    chunk('XMP ', xmp),
  ])
  return Buffer.concat([chunk('RIFF', chunks)])
}
