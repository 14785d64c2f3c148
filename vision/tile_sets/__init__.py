"""What the reader learns of one owner's tile set: labelled crops, laid-out sets, and the correction they give."""
