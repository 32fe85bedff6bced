/** A person's portrait, or their initials in a colour of their own. */
import { Avatar } from '@mantine/core';
import { usePortrait } from '../data/files.ts';

interface Named {
  readonly givenName: string;
  readonly familyName: string;
  readonly portrait: { readonly id: string } | null;
}

/** Colours of which the dark shade can be read on the light one. */
const readable = ['blue', 'cyan', 'grape', 'indigo', 'pink', 'violet', 'pine'];

/** Sharp on screens with two points to the pixel. */
const density = 2;

export function PersonAvatar({ person, size = 32 }: { readonly person: Named; readonly size?: number }) {
  const picture = usePortrait(person.portrait?.id ?? null, size * density);
  const name = `${person.givenName} ${person.familyName}`;
  return (
    <Avatar
      src={picture}
      name={name}
      color="initials"
      allowedInitialsColors={readable}
      size={size}
      alt=""
      aria-hidden
    />
  );
}
