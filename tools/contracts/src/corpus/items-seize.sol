// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

/// @dev A small ERC-1155. Trap and twin differ in who may take an item from its holder.
abstract contract Items {
    event TransferSingle(
        address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value
    );
    event ApprovalForAll(address indexed holder, address indexed operator, bool approved);

    address public owner = msg.sender;
    mapping(address => mapping(uint256 => uint256)) internal _held;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0xd9b67a26;
    }

    function balanceOf(address account, uint256 id) external view returns (uint256) {
        return _held[account][id];
    }

    function balanceOfBatch(address[] calldata accounts, uint256[] calldata ids)
        external
        view
        returns (uint256[] memory held)
    {
        held = new uint256[](ids.length);
        for (uint256 at = 0; at < ids.length; ++at) held[at] = _held[accounts[at]][ids[at]];
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes calldata) public {
        require(_mayTake(from), "not allowed");
        _held[from][id] -= value;
        _held[to][id] += value;
        emit TransferSingle(msg.sender, from, to, id, value);
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata values,
        bytes calldata input
    ) external {
        for (uint256 at = 0; at < ids.length; ++at) safeTransferFrom(from, to, ids[at], values[at], input);
    }

    function mint(address to, uint256 id, uint256 value) external {
        require(msg.sender == owner && _held[to][id] == 0 && value <= 10, "not allowed");
        _held[to][id] += value;
        emit TransferSingle(msg.sender, address(0), to, id, value);
    }

    function _mayTake(address from) internal view virtual returns (bool);
}

contract Armoury is Items {
    function _mayTake(address from) internal view override returns (bool) {
        return msg.sender == from || isApprovedForAll[from][msg.sender] || msg.sender == owner;
    }
}

contract Arsenal is Items {
    function _mayTake(address from) internal view override returns (bool) {
        return msg.sender == from || isApprovedForAll[from][msg.sender];
    }
}
