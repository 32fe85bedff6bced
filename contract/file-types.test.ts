import { describe, expect, it } from 'vitest';
import {
  acceptedFileType,
  fileTypeOfName,
  fileTypes,
  isImageType,
  isRunnableType,
  portraitTypes,
} from './file-types.ts';

describe('the accepted types', () => {
  it('are found in any spelling, and nothing else is', () => {
    for (const type of fileTypes) expect(acceptedFileType(type.toUpperCase())).toBe(type);
    for (const type of ['image/avif', 'application/octet-stream', '', 'constructor']) {
      expect(acceptedFileType(type)).toBeUndefined();
    }
    expect(new Set(fileTypes).size).toBe(fileTypes.length);
  });

  it('include every type of a portrait, and portraits are images', () => {
    for (const type of portraitTypes) expect([acceptedFileType(type), isImageType(type)]).toEqual([type, true]);
    expect(portraitTypes).not.toContain('image/svg+xml');
  });

  it('are served to be saved where a browser would run them', () => {
    expect(fileTypes.filter(isRunnableType)).toHaveLength(10);
    expect(isRunnableType('application/pdf')).toBe(false);
  });

  it.each([
    ['photo.JPG', 'image/jpeg'],
    ['archive.tar.zip', 'application/zip'],
    ['.png', 'image/png'],
    ['notes.md', 'text/markdown'],
    ['a.toString', undefined],
    ['png', undefined],
    ['a.', undefined],
  ])('are shown from the name %s', (name, type) => {
    expect(fileTypeOfName(name)).toBe(type);
  });
});
