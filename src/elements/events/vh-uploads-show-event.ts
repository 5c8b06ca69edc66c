/** A person wants to see the list of uploads. A page that cancels it shows the list in its own way. */
export class VhUploadsShowEvent extends Event {
  constructor() {
    super('vh-uploads-show', { cancelable: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'vh-uploads-show': VhUploadsShowEvent;
  }
}
