// Defines the elements in the editor, and in the frame in which newer editors show a post: a frame has elements of its own.
{
  const { src } = document.currentScript;
  void import(new URL('../assets/vh-elements.js', src).href);
}
