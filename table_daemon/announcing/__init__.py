"""What everybody is told.

* `part_documents`: machine and camera as documents.
* `announcements`: events and corrections. `announcer` keeps the documents and tells whoever listens.
"""
