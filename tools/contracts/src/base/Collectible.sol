// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface ICollector {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data)
        external
        returns (bytes4);
}

/// @title ERC-721 with ERC-165; how tokens come into being is the heir's business.
abstract contract Collectible {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f;
    }

    function approve(address to, uint256 tokenId) external {
        address owner = ownerOf[tokenId];
        require(msg.sender == owner || isApprovedForAll[owner][msg.sender], "ERC721: not the owner");
        getApproved[tokenId] = to;
        emit Approval(owner, to, tokenId);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function transferFrom(address from, address to, uint256 tokenId) public {
        require(_mayMove(msg.sender, tokenId), "ERC721: not approved");
        require(ownerOf[tokenId] == from && to != address(0), "ERC721: wrong owner or receiver");
        delete getApproved[tokenId];
        balanceOf[from]--;
        _give(from, to, tokenId);
    }

    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        safeTransferFrom(from, to, tokenId, "");
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, bytes memory data) public {
        transferFrom(from, to, tokenId);
        if (to.code.length == 0) return;
        bytes4 answer = ICollector(to).onERC721Received(msg.sender, from, tokenId, data);
        require(answer == ICollector.onERC721Received.selector, "ERC721: refused by the receiver");
    }

    function _mayMove(address account, uint256 tokenId) internal view returns (bool) {
        address owner = ownerOf[tokenId];
        require(owner != address(0), "ERC721: no such token");
        return account == owner || account == getApproved[tokenId] || isApprovedForAll[owner][account];
    }

    function _mint(address to, uint256 tokenId) internal {
        require(to != address(0), "ERC721: mint to the zero address");
        _give(address(0), to, tokenId);
    }

    function _burn(uint256 tokenId) internal {
        address owner = ownerOf[tokenId];
        delete getApproved[tokenId];
        delete ownerOf[tokenId];
        balanceOf[owner]--;
        emit Transfer(owner, address(0), tokenId);
    }

    function _give(address from, address to, uint256 tokenId) private {
        ownerOf[tokenId] = to;
        balanceOf[to]++;
        emit Transfer(from, to, tokenId);
    }
}
