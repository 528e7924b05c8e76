// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @title Moves everything that an account has to one address, by order of any caller.
/// @dev An EIP-7702 delegate for an account whose key, or whose delegate, is hostile. The address is an immutable: a caller can choose what is
/// moved and when, never where to. It has no owner, no storage and no other function, so that a signature which leaks can only save.
/// Every call to a token is bounded in gas and in memory, and one that fails stops no other.
contract RescueDelegate {
    struct Item {
        address collection;
        uint256 id;
        /// 0 for ERC-721, else how many of an ERC-1155 id.
        uint256 amount;
    }

    /// Gas for one call to a token: a hostile one must not use up what the others need.
    uint256 private constant GAS_EACH = 300_000;

    address public immutable safe;

    constructor(address safe_) {
        safe = safe_;
    }

    receive() external payable {}

    /// Moves the balances of the tokens, the items, and last the coins.
    function rescue(address[] calldata tokens, Item[] calldata items) external {
        for (uint256 i; i < tokens.length; i++) {
            uint256 balance = _balanceOf(tokens[i]);
            if (balance > 0) _call(tokens[i], abi.encodeWithSelector(0xa9059cbb, safe, balance));
        }
        for (uint256 i; i < items.length; i++) {
            Item calldata item = items[i];
            _call(
                item.collection,
                item.amount == 0
                    ? abi.encodeWithSelector(0x23b872dd, address(this), safe, item.id)
                    : abi.encodeWithSelector(0xf242432a, address(this), safe, item.id, item.amount, "")
            );
        }
        if (address(this).balance > 0) {
            (bool sent,) = safe.call{value: address(this).balance}("");
            sent;
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return 0x150b7a02;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return 0xf23a6e61;
    }

    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        return 0xbc197c81;
    }

    /// What the token answers, 0 when it answers nothing; no more than one word is copied.
    function _balanceOf(address token) private view returns (uint256 held) {
        bytes memory input = abi.encodeWithSelector(0x70a08231, address(this));
        assembly {
            let done := staticcall(GAS_EACH, token, add(input, 32), mload(input), 0, 32)
            if and(done, gt(returndatasize(), 31)) { held := mload(0) }
        }
    }

    /// Makes the call; nothing of its answer is copied.
    function _call(address to, bytes memory input) private {
        assembly {
            pop(call(GAS_EACH, to, 0, add(input, 32), mload(input), 0, 0))
        }
    }
}
