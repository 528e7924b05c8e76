// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IAccountItems {
    function ownerOf(uint256 id) external view returns (address);
}

/// @dev By the draft of ERC-6551: executeCall, and a helper that the maker of the account appointed.
abstract contract DraftItemAccount6 {
    address internal items;
    uint96 internal id;
    address internal helper;
    uint256 public nonce;

    event Done(address indexed by);

    constructor(address i, uint256 n) public {
        items = i;
        id = uint96(n);
        helper = msg.sender;
    }

    receive() external payable {}

    function token() external view returns (uint256 network, address collection, uint256 item) {
        assembly {
            network := chainid()
        }
        return (network, items, id);
    }

    function state() external view returns (uint256) {
        return nonce;
    }

    function owner() public view returns (address) {
        return IAccountItems(items).ownerOf(id);
    }

    function executeCall(address to, uint256 value, bytes calldata data) external payable returns (bytes memory result) {
        require(msg.sender == owner() || helps(msg.sender));
        nonce++;
        bool success;
        (success, result) = to.call{value: value}(data);
        require(success);
        emit Done(msg.sender);
    }

    function helps(address account) internal view virtual returns (bool);
}

/// @dev Its maker acts for any owner.
contract HelpedItemAccount6 is DraftItemAccount6 {
    constructor(address i, uint256 n) public DraftItemAccount6(i, n) {}

    function helps(address account) internal view override returns (bool) {
        return account == helper;
    }
}

/// @dev Its maker acts as long as he owns the item.
contract OwnedItemAccount6 is DraftItemAccount6 {
    constructor(address i, uint256 n) public DraftItemAccount6(i, n) {}

    function helps(address account) internal view override returns (bool) {
        return account == helper && account == owner();
    }
}
