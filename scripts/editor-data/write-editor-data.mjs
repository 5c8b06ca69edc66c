export async function writeEditorData() {}
