/** A person's portrait, or their initials in a colour that depends on the person. */
import { Avatar } from '@mantine/core';
import { usePortrait } from '../data/files.ts';

interface Named {
  readonly givenName: string;
  readonly familyName: string;
  readonly portrait: { readonly id: string } | null;
}

/** Colours whose dark shade is readable on the light shade. */
const readable = ['blue', 'cyan', 'grape', 'indigo', 'pink', 'violet', 'pine'];

/** Large enough for screens with double resolution. */
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
