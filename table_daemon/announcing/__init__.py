"""What everybody is told.

* `table_documents`: every retained document, made from the table's parts; `part_documents`: those of machine and
  camera.
* `announcements`: events and corrections. `announcer` keeps the documents and tells whoever listens.
"""
