/** What keys do, by the names in the player's `keys`. */
export type KeyAction =
  | (
      | 'play'
      | 'previous'
      | 'next'
      | 'skipBack'
      | 'skipForward'
      | 'seekBack'
      | 'seekForward'
      | 'jump'
      | 'start'
      | 'end'
    )
  | ('previousChapter' | 'nextChapter' | 'previousMarker' | 'nextMarker')
  | ('previousFrame' | 'nextFrame' | 'slower' | 'faster' | 'partLoop')
  | (
      | 'mute'
      | 'volumeUp'
      | 'volumeDown'
      | 'captions'
      | 'audioDescription'
      | 'pictureInPicture'
      | 'fullscreen'
      | 'keys'
    );

/** The page's keys for actions: the name of one, as `KeyboardEvent.key` says it, a list, or none for an empty list. */
export type KeyChoice = Readonly<Partial<Record<KeyAction, string | readonly string[]>>>;
